package reports

// document is the report before it takes a form: the PDF file and the Markdown
// file are two renderings of one document, so they cannot differ in content.
type document struct {
	title, subtitle string
	blocks          []block
}

// block is a part of a document: one of the types below.
type block interface{ isBlock() }

type (
	// heading starts a part (level 1) or section (level 2); level 1 starts a
	// page.
	heading struct {
		level int
		text  string
	}
	// paragraph is running text; blank lines separate paragraphs.
	paragraph string
	// bullets is a list of remarks.
	bullets []string
	// facts is a list of names and what they stand for.
	facts [][2]string
	// score is the count of verdicts, shown large.
	score struct {
		label                  string
		agree, differ, missing int
	}
	// contents is the table of contents.
	contents struct{}
	// figureBlock is a figure; tables are blocks themselves. Both are numbered by
	// their order.
	figureBlock figure
)

// part is a heading of level 1, subsection one of level 2.
func part(text string) heading       { return heading{1, text} }
func subsection(text string) heading { return heading{2, text} }

func (heading) isBlock()     {}
func (paragraph) isBlock()   {}
func (bullets) isBlock()     {}
func (facts) isBlock()       {}
func (score) isBlock()       {}
func (contents) isBlock()    {}
func (Table) isBlock()       {}
func (figureBlock) isBlock() {}

func (d *document) add(blocks ...block) { d.blocks = append(d.blocks, blocks...) }
