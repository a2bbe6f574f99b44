package imports

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// libraries are the packages for people who write Go.
var libraries = strings.Fields("forest forest/design forest/conditional forest/modelfile mmd importance importance/inference importance/aspects " +
	"importance/hierarchy importance/answer importance/effect importance/censored importance/shapley importance/sensitivity baselines simulate datasets datasets/library methods")

// Nothing that libraries export takes, returns or holds a value of a type that their users
// cannot name: one of an internal package, or one that is not exported.
func TestLibrariesExportNoInternalTypes(t *testing.T) {
	faults, err := hiddenTypes("drfvi", libraries)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Errorf("%s, which users of the library cannot name: take or return a type of the package itself, or of one that is not internal", fault)
	}
}

// The test finds what it looks for, wherever a type can stand.
func TestHiddenTypesAreFound(t *testing.T) {
	faults, err := hiddenTypes("drfvi", []string{"internal/imports/testdata/exports"})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, fault := range faults {
		_, what, _ := strings.Cut(fault, "exports.")
		name, _, _ := strings.Cut(what, " ")
		found = append(found, name)
	}
	want := strings.Fields("Alias Constrained Embedding.Source Field.Seeds Function Implemented.Draw Method.Seed Unexported Variable")
	if !slices.Equal(found, want) {
		t.Errorf("found %q, expected %q", found, want)
	}
}

// hiddenTypes lists, sorted, the exported names of packages of a module that need a type
// which cannot be named outside of it.
func hiddenTypes(module string, folders []string) ([]string, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, folder := range folders {
		args = append(args, module+"/"+folder)
	}
	command := exec.Command("go", args...)
	command.Stderr = os.Stderr
	list, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w", command, err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(list)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[name] = file
	}
	importer := importer.ForCompiler(token.NewFileSet(), "gc", func(name string) (io.ReadCloser, error) { return os.Open(exports[name]) })
	var faults []string
	for _, folder := range folders {
		of, err := importer.Import(module + "/" + folder)
		if err != nil {
			return nil, err
		}
		w := &exportWalk{module: module, of: of}
		for _, name := range of.Scope().Names() {
			if token.IsExported(name) {
				w.object(of.Scope().Lookup(name))
			}
		}
		faults = append(faults, w.faults...)
	}
	slices.Sort(faults)
	return slices.Compact(faults), nil
}

// exportWalk goes through the types that exported names of a package need.
type exportWalk struct {
	module string
	of     *types.Package
	faults []string
}

// object looks at an exported name.
func (w *exportWalk) object(o types.Object) {
	name := w.of.Path() + "." + o.Name()
	declared, ok := o.(*types.TypeName)
	if !ok {
		w.look(name, o.Type())
		return
	}
	if declared.IsAlias() {
		w.look(name, types.Unalias(o.Type()))
		return
	}
	named := o.Type().(*types.Named)
	w.parameters(name, named.TypeParams())
	w.members(name, named.Underlying())
	for method := range named.Methods() {
		if method.Exported() {
			w.look(name+"."+method.Name(), method.Type())
		}
	}
}

// members looks at what users of a type may write after a dot, or at all of a type that
// has no members.
func (w *exportWalk) members(name string, t types.Type) {
	switch t := t.(type) {
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() {
				w.look(name+"."+field.Name(), field.Type())
			}
		}
	case *types.Interface:
		for method := range t.Methods() {
			if method.Exported() {
				w.look(name+"."+method.Name(), method.Type())
			}
		}
		for embedded := range t.EmbeddedTypes() {
			w.look(name, embedded)
		}
	default:
		w.look(name, t)
	}
}

// look notes the types that a type is made of and that cannot be named.
func (w *exportWalk) look(name string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		w.named(name, t.Obj())
		w.look(name, types.Unalias(t))
	case *types.Named:
		w.named(name, t.Obj())
		for argument := range t.TypeArgs().Types() {
			w.look(name, argument)
		}
	case *types.Signature:
		w.parameters(name, t.TypeParams())
		for v := range t.Params().Variables() {
			w.look(name, v.Type())
		}
		for v := range t.Results().Variables() {
			w.look(name, v.Type())
		}
	case *types.Map:
		w.look(name, t.Key())
		w.look(name, t.Elem())
	case *types.Struct, *types.Interface:
		w.members(name, t)
	case *types.Union:
		for term := range t.Terms() {
			w.look(name, term.Type())
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		w.look(name, t.Elem())
	}
}

// parameters looks at what type parameters are constrained by.
func (w *exportWalk) parameters(name string, list *types.TypeParamList) {
	for p := range list.TypeParams() {
		w.look(name, p.Constraint())
	}
}

// named notes a type's name if nobody outside of the module can write it.
func (w *exportWalk) named(name string, of *types.TypeName) {
	if of.Pkg() == nil { // error, any
		return
	}
	path := of.Pkg().Path()
	internal := strings.Contains("/"+path+"/", "/internal/")
	if strings.HasPrefix(path, w.module+"/") && (internal || !of.Exported()) && of.Pkg() != w.of || of.Pkg() == w.of && !of.Exported() {
		w.faults = append(w.faults, fmt.Sprintf("%s needs %s.%s", name, path, of.Name()))
	}
}
