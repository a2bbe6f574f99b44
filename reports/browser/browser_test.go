package browser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The browser, and the pages that are tested, by name.
var (
	chromium string
	pages    map[string]string
)

func TestMain(m *testing.M) {
	for _, candidate := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(candidate); err == nil {
			chromium = path
			break
		}
	}
	if chromium == "" {
		fmt.Println("skipped: there is no chromium to open pages in")
		return
	}
	dir, err := os.MkdirTemp("", "drfvi-pages-")
	if err == nil {
		pages, err = makePages(dir)
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// tables are the options of those whose pages are tested: two responses, a category, an input
// of few values beside missing ones, factors, and eight responses. That of copula is in the
// documentation.
var tables = map[string]string{
	"one":      "--targets y1,y2",
	"category": "--targets kind",
	"few":      "--targets ozone --missing use",
	"factors":  "--targets days",
	"many":     "--targets y*",
	"copula":   "--targets y1,y2",
}

// drawn are tables of categories and of few values, by name.
func drawn() map[string]string {
	r := rand.New(rand.NewPCG(1, 2))
	category, few, factors := "length,width,depth,kind\n", "ozone,wind,temp,month\n", "age,school,sex,days\n"
	for i := range 160 {
		length, wind, month := r.NormFloat64(), r.NormFloat64(), 5+i%5
		category += fmt.Sprintf("%.3f,%.3f,%.3f,%s\n", length, length+r.NormFloat64(), r.NormFloat64(), []string{"small", "middle one", "large"}[int(min(2, max(0, length+1.5+0.3*r.NormFloat64())))])
		missing := fmt.Sprintf("%.2f", wind)
		if i%17 == 0 {
			missing = "NA"
		}
		few += fmt.Sprintf("%.2f,%s,%.2f,%d\n", 3*wind+float64(month)*(1+r.NormFloat64()), missing, r.NormFloat64()+float64(month), month)
		age, school := r.IntN(4), r.IntN(2)
		factors += fmt.Sprintf("F%d,%s,%s,%d\n", age, []string{"A", "N"}[school], []string{"F", "M"}[r.IntN(2)], int(float64(1+5*age*school)*r.ExpFloat64()))
	}
	return map[string]string{"category": category, "few": few, "factors": factors}
}

// makePages lets the program write the pages of tables and of the committed records.
func makePages(dir string) (map[string]string, error) {
	made := map[string]string{"report": filepath.Join(dir, "report", "report.html")}
	program := filepath.Join(dir, "drfvi")
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range drawn() {
		if err := os.WriteFile(at(name+".csv"), []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	commands := []string{
		"go build -o " + program + " ./cmd/drfvi",
		program + " simulate bivariate -n 500 --seed 1 > " + at("one.csv"),
		program + " simulate copula -n 600 -p 5 --seed 3 > " + at("copula.csv"),
		program + " simulate linear-many -n 200 --seed 1 > " + at("many.csv"),
		program + " report --results results/paper --to " + at("report"),
	}
	for name, options := range tables {
		made[name] = at(name + ".html")
		commands = append(commands, program+" importance "+at(name+".csv")+" "+options+" --aspects --html "+made[name])
	}
	for _, command := range commands {
		command, output, _ := strings.Cut(command, " > ")
		words := strings.Fields(command)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = filepath.Join("..", "..")
		var complaint strings.Builder
		cmd.Stderr = &complaint
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %s", command, err, &complaint)
		}
		if output != "" {
			if err := os.WriteFile(output, out, 0o666); err != nil {
				return nil, err
			}
		}
	}
	return made, nil
}

// tab is a page open in a browser, with all that it asked for and complained of.
type tab struct {
	context.Context
	t        *testing.T
	requests []string
	faults   []string
	mutex    sync.Mutex
}

// open opens one of the pages, after the browser is told what else it should be.
func open(t *testing.T, name string, before ...func(*tab)) *tab {
	t.Helper()
	options := slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(chromium), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
	})
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // a timeout of this call would be the browser's
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	p := &tab{Context: ctx, t: t}
	err := chromedp.Listen(ctx, func(event any) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			p.requests = append(p.requests, e.Request.URL)
		case *log.EventEntryAdded:
			p.faults = append(p.faults, e.Entry.Text)
		case *runtime.EventExceptionThrown:
			p.faults = append(p.faults, e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			p.faults = append(p.faults, fmt.Sprintf("console.%v", e.Type))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: pages[name]}).String()
	call(p, network.Enable, network.EnableParams{})
	call(p, log.Enable, cdp.Empty{})
	p.window(1000)
	for _, f := range before {
		f(p)
	}
	p.do(chromedp.Navigate(address))
	t.Cleanup(func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		for _, r := range p.requests {
			if r != address && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") {
				t.Errorf("%s asks for %s", name, r)
			}
		}
		if len(p.requests) == 0 {
			t.Errorf("%s: no request was seen, not even of the page", name)
		}
		for _, f := range p.faults {
			t.Errorf("%s: %s", name, f)
		}
	})
	return p
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// call sends a command to the browser.
func call[P, R any](p *tab, command cdp.Command[P, R], parameters P) {
	p.t.Helper()
	if _, err := chromedp.Call(p, command, parameters); err != nil {
		p.t.Fatal(err)
	}
}

// value evaluates an expression in the page.
func value[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// eval runs statements in the page.
func (p *tab) eval(statements string) {
	p.t.Helper()
	value[bool](p, "{"+statements+"}; true")
}

// print emulates paper, and scripts a browser that runs them or does not.
func (p *tab) print() {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}

func (p *tab) scripts(run bool) {
	p.t.Helper()
	call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !run})
}

// window gives the page a width.
func (p *tab) window(width int64) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 800, DeviceScaleFactor: 1})
}

// prefer emulates a preference of the user.
func (p *tab) prefer(name, choice string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: choice}}})
}

// screenshot saves what is seen in the folder that SCREENSHOTS names, if it does.
func (p *tab) screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(p, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
