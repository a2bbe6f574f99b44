package main

import "drfvi/forest"

// What other programs read of results: the keys, and what they hold.

// importanceJSON is the form of an analysis for other programs.
type importanceJSON struct {
	sourceJSON
	Method string `json:"method"`
	Kernel string `json:"kernel"`
	forestsJSON
	sampledJSON
	Trees             int            `json:"trees"`
	SampleSize        int            `json:"sample_size,omitempty"` // rows drawn for a tree
	Seed              uint64         `json:"seed"`
	Scale             string         `json:"scale"`                  // of numeric targets
	BoundedRows       int            `json:"bounded_rows,omitempty"` // of a large table
	Gamma             float64        `json:"gamma,omitempty"`        // of the kernel
	EvaluatedRows     int            `json:"evaluated_rows,omitempty"`
	Aggregation       string         `json:"aggregation,omitempty"` // with its error
	Level             float64        `json:"level,omitempty"`       // of all intervals
	Established       *bool          `json:"established,omitempty"` // that anything is explained
	Undivided         bool           `json:"undivided,omitempty"`   // it is too uncertain to be divided into importances
	Explained         *float64       `json:"explained_share,omitempty"`
	ExplainedInterval *[2]float64    `json:"explained_share_interval,omitempty"`
	Learnt            *float64       `json:"explained_share_learnt,omitempty"` // by forests of so many rows
	ExplainedP        *float64       `json:"explained_p,omitempty"`
	Total             *float64       `json:"total_variation,omitempty"`
	Adjustment        string         `json:"adjustment,omitempty"` // of p_adjusted
	Variables         []variableJSON `json:"variables"`
	Contrasts         []contrastJSON `json:"contrasts,omitempty"`
	Aspects           []aspectJSON   `json:"aspects,omitempty"`
	Curves            []curveJSON    `json:"curves,omitempty"`
	Bias              *float64       `json:"bias,omitempty"`
	Denominator       float64        `json:"denominator"`
	Work              float64        `json:"forests"` // in forests on all inputs
	ElapsedSeconds    float64        `json:"elapsed_seconds,omitempty"`
	Warnings          []string       `json:"warnings"`
	Remarks           []string       `json:"remarks,omitempty"`        // on what is open
	AspectRemarks     []string       `json:"aspect_remarks,omitempty"` // on what moves
}

// variableJSON is what is known of an input.
type variableJSON struct {
	Name          string      `json:"name"`
	Importance    float64     `json:"importance"` // as the table shows it
	Interval      *[2]float64 `json:"interval,omitempty"`
	P             *float64    `json:"p,omitempty"`
	Adjusted      *float64    `json:"p_adjusted,omitempty"`
	Raw           float64     `json:"raw"`
	Clamped       float64     `json:"clamped"`
	SE            *float64    `json:"se,omitempty"`             // over tables
	TreesSE       *float64    `json:"se_trees,omitempty"`       // over trees
	AggregationSE *float64    `json:"aggregation_se,omitempty"` // of approximate aggregation
	Moves         []string    `json:"moves,omitempty"`          // aspects that the input was found to move
	LessSure      []string    `json:"less_sure,omitempty"`      // those that may be of the mean
	Alone         *float64    `json:"alone,omitempty"`          // explained by the input itself
	AloneP        *float64    `json:"alone_p,omitempty"`
	AloneAdjusted *float64    `json:"alone_p_adjusted,omitempty"`
	Established   *bool       `json:"established,omitempty"` // whether p_adjusted is at most 0.05
	StandsIn      bool        `json:"stands_in,omitempty"`   // for others, perhaps
	// NotSeparableFrom are the inputs that one cannot be told from.
	NotSeparableFrom []string `json:"not_separable_from,omitempty"`
	// Ranks are the lowest and the highest that the input may have.
	Ranks      *[2]int  `json:"rank_interval,omitempty"`
	Robustness *float64 `json:"robustness,omitempty"`
}

// contrastJSON compares two inputs.
type contrastJSON struct {
	More       string     `json:"more"`
	Less       string     `json:"less"`
	Difference float64    `json:"difference"`
	Interval   [2]float64 `json:"interval"`
	SE         float64    `json:"se"`
	P          float64    `json:"p"`
	Adjusted   float64    `json:"p_adjusted"`
}

// sourceJSON says, in the results for other programs, where they are from.
type sourceJSON struct {
	Version string   `json:"version"` // of the program
	File    string   `json:"file"`
	Targets []string `json:"targets"`
	Missing string   `json:"missing"` // how missing values were treated
	Read    int      `json:"rows_read"`
	Used    int      `json:"rows_used"`
	Dropped int      `json:"rows_dropped"` // for missing values
	// Versions are those of the algorithms behind the method, by package.
	Versions map[string]string `json:"versions,omitempty"`
}

// forestsJSON says, in the results for other programs, how forests are grown and on what.
type forestsJSON struct {
	Preset string         `json:"preset"`
	Forest *forest.Config `json:"forest,omitempty"`
	N      int            `json:"n"`
	P      int            `json:"p"` // inputs
	D      int            `json:"d"`
}

// sampledJSON says how the rows of a table were sampled.
type sampledJSON struct {
	Cluster   string  `json:"cluster,omitempty"`
	Count     int     `json:"clusters,omitempty"`
	Column    string  `json:"weights,omitempty"`
	Kind      string  `json:"weight_kind,omitempty"`
	Effective float64 `json:"effective_rows,omitempty"`
	Distinct  int     `json:"distinct_rows,omitempty"`
}

// aspectJSON is an aspect for other programs.
type aspectJSON struct {
	Aspect    string      `json:"aspect"`
	Kind      string      `json:"kind"`
	Targets   []string    `json:"targets"`
	Explained float64     `json:"explained_share"` // R², below 0 where predictions are worse than the mean
	Interval  [2]float64  `json:"explained_share_interval"`
	Tells     bool        `json:"explained"` // more than may leak from other aspects, or with an input that moves it
	P         *float64    `json:"explained_p,omitempty"`
	Variables []movedJSON `json:"variables"`
}

// movedJSON is what an aspect has to do with an input.
type movedJSON struct {
	Name     string      `json:"name"`
	Raw      float64     `json:"raw"` // importance, a share of what is explained of the aspect
	Interval *[2]float64 `json:"interval,omitempty"`
	P        *float64    `json:"p,omitempty"`
	Adjusted *float64    `json:"p_adjusted,omitempty"` // for all inputs and aspects
	Area     float64     `json:"area"`                 // explained_share times importance, not below 0
	Found    bool        `json:"found"`
}

// curveJSON tells where along a target inputs matter.
type curveJSON struct {
	Target     string     `json:"target"`
	Thresholds []float64  `json:"thresholds"`
	Variables  []lostJSON `json:"variables"`
}

// lostJSON is what is lost without an input.
type lostJSON struct {
	Name string    `json:"name"`
	CRPS float64   `json:"crps"` // integral of lost
	Lost []float64 `json:"lost"` // by threshold
}

// selectionJSON is the form of a selection for other programs.
type selectionJSON struct {
	sourceJSON
	Method    string  `json:"method"`
	Kernel    string  `json:"kernel"`
	LossGamma float64 `json:"loss_gamma"`
	forestsJSON
	Rows    int `json:"rows"`
	Repeats int `json:"repeats"`
	sampledJSON
	Trees          int        `json:"trees"`
	SampleSize     int        `json:"sample_size,omitempty"`    // if not the preset's
	EvaluatedRows  int        `json:"evaluated_rows,omitempty"` // if not all
	Aggregation    string     `json:"aggregation,omitempty"`    // of methods with a kernel
	Seed           uint64     `json:"seed"`
	Scale          string     `json:"scale"` // of numeric targets
	Best           int        `json:"best"`
	Keep           int        `json:"keep"`
	Kept           []string   `json:"kept"`
	Variables      []rankJSON `json:"variables"`
	Path           []stepJSON `json:"path"`
	Work           float64    `json:"forests"`
	ElapsedSeconds float64    `json:"elapsed_seconds"`
	Warnings       []string   `json:"warnings"`
}

// rankJSON is a variable of a selection, in the order in which they are kept.
type rankJSON struct {
	Name         string  `json:"name"`
	Rank         int     `json:"rank"` // number of variables left when it went, on all rows
	Importance   float64 `json:"importance_when_eliminated"`
	Kept         bool    `json:"kept"`
	KeptInHalves int     `json:"kept_in_halves"`
}

// stepJSON is the mean loss with a number of inputs, from none on.
type stepJSON struct {
	Variables int     `json:"variables"`
	Loss      float64 `json:"loss"`
	SE        float64 `json:"se"`
	Above     float64 `json:"above_best"`
	AboveSE   float64 `json:"above_best_se"` // of the difference
}

// testJSON is the form of a test for other programs.
type testJSON struct {
	Version  string            `json:"version"`
	File     string            `json:"file"`
	Missing  string            `json:"missing"`
	Read     int               `json:"rows_read"`
	Used     int               `json:"rows_used"`
	Dropped  int               `json:"rows_dropped"`
	Versions map[string]string `json:"versions"`
	dependenceJSON
	Explained float64 `json:"explained_share"` // by X and the given columns
	Level     float64 `json:"level"`
	Method    string  `json:"method"`
	Kernel    string  `json:"kernel"`
	Preset    string  `json:"preset"`
	N         int     `json:"n"`
	D         int     `json:"d"`
	sampledJSON
	Forest         *forest.Config `json:"forest"`
	Trees          int            `json:"trees"`
	SampleSize     int            `json:"sample_size,omitempty"`
	Seed           uint64         `json:"seed"`
	Scale          string         `json:"scale"`
	BoundedRows    int            `json:"bounded_rows,omitempty"`
	Gamma          float64        `json:"gamma"`
	EvaluatedRows  int            `json:"evaluated_rows"`
	Aggregation    string         `json:"aggregation"`
	ElapsedSeconds float64        `json:"elapsed_seconds"`
	Warnings       []string       `json:"warnings"`
}

// dependenceJSON is what a test has found.
type dependenceJSON struct {
	X           []string   `json:"x"`
	Y           []string   `json:"y"`
	Given       []string   `json:"given"`
	P           float64    `json:"p"`
	Strength    float64    `json:"strength"`
	Interval    [2]float64 `json:"strength_interval"`
	Robustness  float64    `json:"robustness"`
	Established bool       `json:"established"`
	Moves       []string   `json:"moves,omitempty"`
	LessSure    []string   `json:"less_sure,omitempty"`
	Sentence    string     `json:"sentence"`
	StandsIn    bool       `json:"stands_in,omitempty"`
}
