package slurm

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// scripted puts stand-ins for commands of Slurm, shell scripts, where they are looked for
// alone, and returns a client of little patience and the folder of the stand-ins, in which
// each call leaves a line in the file "calls".
func scripted(t *testing.T, commands map[string]string) (Client, string) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh for the stand-ins")
	}
	dir := t.TempDir()
	for name, body := range commands {
		text := "#!" + shell + "\ncd '" + dir + "'\necho \"" + name + " $*\" >>calls\n" + body + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+"/usr/bin"+string(filepath.ListSeparator)+"/bin")
	return Client{Patience: 1500 * time.Millisecond}, dir
}

// calls returns how often a command was called.
func calls(t *testing.T, dir, command string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, command+" ") {
			n++
		}
	}
	return n
}

// down is what commands say while the controller is away.
const down = `echo "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)" >&2; exit 1`

// oncePer is a body that fails the first time.
func oncePer(fail, then string) string {
	return "if [ ! -e seen ]; then touch seen; " + fail + "; fi\n" + then
}

func TestSend(t *testing.T) {
	const mine = `echo "77|1|PENDING|mine"`
	for _, c := range []struct {
		name, sbatch, squeue string
		job, fault           string
		sent                 int
	}{
		{"at once", "echo 12", "", "12", "", 1},
		{"of a cluster with a name", "echo '12;big'", "", "12", "", 1},
		{"after a silence", oncePer(down, "echo 13"), "", "13", "", 2},
		{"after an answer that was lost", down, mine, "77", "", 1},
		{"never", down, "", "", "Slurm has not answered for", 2},
		{"with a wrong partition", `echo "sbatch: error: invalid partition specified: x" >&2; exit 1`, "", "", "sbatch: invalid partition specified: x", 1},
		{"without a word", "exit 3", "", "", "sbatch: exit status 3", 1},
		{"as something else", "echo Submitted", "", "", `found "Submitted", expected the number of a job`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, dir := scripted(t, map[string]string{"sbatch": c.sbatch, "squeue": c.squeue})
			job, err := client.Send(context.Background(), "mine", "script.sh")
			if c.fault == "" && (err != nil || job != c.job) {
				t.Errorf("job %q, %v; expected %q", job, err, c.job)
			}
			if c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("error %v, expected one with %q", err, c.fault)
			}
			if n := calls(t, dir, "sbatch"); n != c.sent {
				t.Errorf("sbatch was called %d times, expected %d", n, c.sent)
			}
		})
	}
}

func TestSendWithoutSlurm(t *testing.T) {
	client, _ := scripted(t, nil)
	t.Setenv("PATH", t.TempDir())
	_, err := client.Send(context.Background(), "mine", "script.sh")
	if !errors.Is(err, exec.ErrNotFound) || !strings.Contains(err.Error(), "there is no sbatch on the path") || !strings.Contains(err.Error(), "--no-send") {
		t.Errorf("without Slurm: %v", err)
	}
}

func TestQueue(t *testing.T) {
	client, dir := scripted(t, map[string]string{"squeue": `cat <<'Q'
4|1|RUNNING|a|b
4|2|PENDING|a|b
5|N/A|PENDING|last
Q`})
	q, err := client.Queue(context.Background())
	want := Queue{{"a|b", 1}: {"4", "RUNNING"}, {"a|b", 2}: {"4", "PENDING"}, {"last", 0}: {"5", "PENDING"}}
	if err != nil || !maps.Equal(q, want) {
		t.Errorf("%v, %v; expected %v", q, err, want)
	}
	if q.Job("a|b") != "4" || q.Job("last") != "5" || q.Job("other") != "" {
		t.Error("jobs by their names")
	}
	if calls(t, dir, "squeue --me --noheader --array") != 1 {
		t.Error("squeue is not asked for the own jobs, one line for each element")
	}
	for body, fault := range map[string]string{
		"echo '4|1'":            `found "4|1", expected four fields`,
		"echo '4|x|RUNNING|a'":  `found "x" in "4|x|RUNNING|a", expected the index`,
		"echo gone >&2; exit 1": "squeue: gone",
		down:                    "Slurm has not answered for",
	} {
		client, _ := scripted(t, map[string]string{"squeue": body})
		if _, err := client.Queue(context.Background()); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: error %v, expected one with %q", body, err, fault)
		}
	}
}

// TestSilence counts what is said while Slurm does not answer, and stops waiting.
func TestSilence(t *testing.T) {
	client, _ := scripted(t, map[string]string{"squeue": oncePer(down, "")})
	said := 0
	client.Say = func(line string) {
		said++
		if !strings.Contains(line, "trying again in 1s") {
			t.Errorf("said %q", line)
		}
	}
	if _, err := client.Queue(context.Background()); err != nil || said != 1 {
		t.Errorf("%v, said %d times", err, said)
	}
	// A controller that ends meanwhile is told of behind the configuration, on standard output.
	client, _ = scripted(t, map[string]string{"scontrol": oncePer("echo 'Slurmctld(primary) at here is DOWN'; exit 1", "echo 'MaxArraySize = 11'")})
	said, client.Say = 0, func(string) { said++ }
	if most, err := client.MostInArray(context.Background()); err != nil || most != 10 || said != 1 {
		t.Errorf("%d, %v, said %d times", most, err, said)
	}
	client, _ = scripted(t, map[string]string{"squeue": down})
	client.Patience = time.Hour
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if _, err := client.Queue(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled while waiting: %v", err)
	}
}

func TestEnded(t *testing.T) {
	const accounting = `cat <<'S'
7_1|COMPLETED
7_2|CANCELLED by 1000
7_[3-9]|PENDING
8_1|OUT_OF_MEMORY
8|NODE_FAIL
S`
	const control = `[ "$4" = 7 ] || { echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1; }
cat <<'S'
JobId=10 ArrayJobId=7 ArrayTaskId=1 JobName=a b=c JobState=FAILED Reason=JobLaunchFailure ExitCode=0:9
JobId=7 ArrayJobId=7 ArrayTaskId=2-4%2 JobName=x JobState=PENDING
S`
	const none = "echo Slurm accounting storage is disabled >&2; exit 1"
	for _, c := range []struct {
		name, sacct, scontrol string
		want                  map[Task]string
	}{
		{"accounting", accounting, none, map[Task]string{{"7", 1}: "COMPLETED", {"7", 2}: "CANCELLED", {"8", 1}: "OUT_OF_MEMORY"}},
		{"no accounting", none, control, map[Task]string{{"7", 1}: "FAILED"}},
		{"nothing", none, none, map[Task]string{}},
	} {
		client, _ := scripted(t, map[string]string{"sacct": c.sacct, "scontrol": c.scontrol})
		if got := client.Ended(context.Background(), []string{"7", "8"}); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, expected %v", c.name, got, c.want)
		}
	}
	client, _ := scripted(t, nil)
	if got := client.Ended(context.Background(), nil); len(got) != 0 {
		t.Errorf("of no jobs: %v", got)
	}
}

func TestMostInArray(t *testing.T) {
	for text, want := range map[string]int{"MaxArraySize            = 1001": 1000, "MaxArraySize = 2": 1, "Other = 5": StandardArray} {
		client, _ := scripted(t, map[string]string{"scontrol": "echo '" + text + "'"})
		if got, err := client.MostInArray(context.Background()); err != nil || got != want {
			t.Errorf("%s: %d, %v; expected %d", text, got, err, want)
		}
	}
	for _, size := range []string{"0", "many"} {
		client, _ := scripted(t, map[string]string{"scontrol": "echo 'MaxArraySize = " + size + "'"})
		if _, err := client.MostInArray(context.Background()); err == nil || !strings.Contains(err.Error(), "MaxArraySize is "+strconv.Quote(size)) {
			t.Errorf("arrays of %s: %v", size, err)
		}
	}
}

func TestNodesAndCancel(t *testing.T) {
	client, dir := scripted(t, map[string]string{"sinfo": "printf 'n1\\nn2\\n'", "scancel": "true"})
	if nodes, err := client.Nodes(context.Background()); err != nil || strings.Join(nodes, " ") != "n1 n2" {
		t.Errorf("nodes %q, %v", nodes, err)
	}
	if err := client.Cancel(context.Background(), []string{"3", "4"}); err != nil || calls(t, dir, "scancel 3") != 1 {
		t.Errorf("cancelled: %v", err)
	}
}
