package forest

// Patches are the subtrees that replace nodes of one base tree.
type Patches struct {
	// Tree holds the nodes and rows of all subtrees; its Root is meaningless.
	Tree Tree
	// List is ordered by base node; per path from the root there is at most
	// one patch for a group.
	List []Patch
	// first[at] is the index in List of the first patch of base node at; the
	// patches of the node end where those of the next begin.
	first []int32
}

// Patch replaces the subtree at base node Node by the subtree at Root for the
// forest without Group.
type Patch struct{ Node, Group, Root int32 }

// At returns the patches of a base node.
func (p *Patches) At(node int32) []Patch { return p.List[p.first[node]:p.first[node+1]] }
