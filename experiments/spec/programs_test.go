package spec

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Programs stand where methods may stand, and nowhere else.
func TestProgramFaults(t *testing.T) {
	for text, want := range map[string]string{
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[{name: fake, command: [sh], version: 1}]"):                                              `tiny.yaml:12:11: method "fake" is one of drfvi's own, expected another name`,
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[fake, {name: mine, command: [sh]}]"):                                                    `tiny.yaml:12:17: a method has no "version"`,
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[{name: mine, command: [sh], version: 1}, mine]"):                                        `methods lists mine twice`,
		replaced(t, minimal, "kernels: [authors]", "kernels: [authors], methods: [{name: mine, command: [sh], version: 1}]"):                              `a method is a mapping, expected text`,
		replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[{name: mine, command: [sh], version: 1}]", "[authors]}", "[authors], methods: [mime]}"): `unknown method "mime", did you mean "mine"?`,
		strings.Replace(eliminating, "methods: [", "methods: [{name: mine, command: [sh], version: 1}, ", 1):                                              `variables cannot be eliminated by method "mine"`,
	} {
		if _, err := Parse("tiny.yaml", []byte(text), testMethods()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
}

func TestMethods(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("program", "#!/bin/sh\n")
	alone, err := Methods(write("alone.yaml", "name: mine\ncommand: [./program, 1, '']\nversion: 2\n"), nil)
	if err != nil || len(alone) != 1 || alone[0].Name != "mine" || alone[0].Timeout != 600 || alone[0].Memory != 4000 || alone[0].Version != "2" ||
		!slices.Equal(alone[0].Command, []string{"program", "1", ""}) {
		t.Errorf("%+v, %v", alone, err)
	}
	list, err := Methods(write("list.yaml", "title: any\nmethods:\n  - coupled\n  - {name: one, command: [sh], version: 1, timeout: 2h, memory: 30 GB}\n  - {name: two, command: [sh], version: 1}\n"), nil)
	if err != nil || len(list) != 2 || list[0].Name != "one" || list[0].Timeout != 7200 || list[0].Memory != 30000 || list[1].Name != "two" {
		t.Errorf("%+v, %v", list, err)
	}
	_, err = Methods(write("faults.yaml", "name: My method\ncomand: [sh]\ncommand: [./nothing, [x]]\ntimeout: 10\nmemory: 4\n"), nil)
	for _, want := range []string{
		`faults.yaml:1:1: a method has no "version"`, `:1:7: name is "My method", expected a word`, `:2:1: unknown key "comand", did you mean "command"?`,
		`:3:22: a word of the command is a list, expected text`,
		`:4:10: timeout is 10, expected a time from 1s to 168h, such as 90s, 10m or 2h`, `:5:9: memory is 4, expected an amount such as 500MB or 4GB`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %s", err, want)
		}
	}
	if _, err = Methods(write("program.yaml", "name: mine\ncommand: [./nothing]\nversion: 1\n"), nil); err == nil || !strings.Contains(err.Error(), ":2:11: there is no program "+filepath.Join(folder, "nothing")) {
		t.Errorf("error %v", err)
	}
	// Of a faulty method nothing is said but its faults, also if it is the only one.
	for _, faulty := range []string{"{name: mine, command: [sh], version: 1, memory: 4G}", "{name: mine, command: python3 order.py, version: 1}"} {
		if _, err = read(t, minimal, "[fake, fake-preset, fake-plain]", "["+faulty+"]"); err == nil || strings.Contains(err.Error(), "empty list") {
			t.Errorf("error %v", err)
		}
	}
	if _, err = read(t, minimal, "[fake, ", "[fake, {name: mine, comand: [sh], version: 1}, "); err == nil || strings.Count(err.Error(), "\n") != 0 || !strings.Contains(err.Error(), `unknown key "comand"`) {
		t.Errorf("error %v", err)
	}
	for _, text := range []string{"name: coupled\ncommand: [sh]\nversion: 1\n", "methods: [{name: coupled, command: [sh], version: 1}]\n"} {
		if _, err = Methods(write("taken.yaml", text), []string{"mda", "coupled"}); err == nil || !strings.Contains(err.Error(), `method "coupled" is one of drfvi's own, expected another name`) {
			t.Errorf("%s: error %v", text, err)
		}
	}
	if _, err = Methods(write("script.yaml", "name: mine\ncommand: [sh, none.sh]\nversion: 1\n"), nil); err == nil || !strings.Contains(err.Error(), ":2:15: there is no file "+filepath.Join(folder, "none.sh")+"; a script stands beside the specification") {
		t.Errorf("error %v", err)
	}
	if _, err = Methods(write("free.yaml", "name: mine\ncommand: [sh, -c, \"Rscript a.R\", out.csv]\nversion: 1\n"), nil); err != nil {
		t.Errorf("error %v", err)
	}
	if _, err = Methods(write("none.yaml", "methods: [coupled]\n"), nil); err == nil || !strings.Contains(err.Error(), `none.yaml has no methods of your own, expected a mapping with a "command", or a list "methods" with some`) {
		t.Errorf("error %v", err)
	}
	if _, err = Methods(filepath.Join(folder, "absent.yaml"), nil); err == nil || !strings.Contains(err.Error(), "cannot read the methods") {
		t.Errorf("error %v", err)
	}
}
