package golden

// Tree is a tree of drf as golden_trees.json and golden_forests.json hold it.
// Rows and inputs count from 0; a node whose children are both 0 is a leaf.
type Tree struct {
	Root        int       `json:"root"`
	Left        []int32   `json:"left"`
	Right       []int32   `json:"right"`
	SplitVar    []int32   `json:"split_var"`
	SplitValue  []float64 `json:"split_value"`
	LeafSamples [][]int32 `json:"leaf_samples"`
	Drawn       []int32   `json:"drawn"`
}

// IsLeaf reports whether the node is a leaf.
func (t *Tree) IsLeaf(at int32) bool { return t.Left[at] == 0 && t.Right[at] == 0 }
