package document

import (
	"fmt"
	"strings"

	"drfvi/internal/format"
)

// LaTeX renders the table, which has a caption and a label, for the packages booktabs and, if it is long,
// longtable; letters beyond ASCII are written as commands.
func (t Table) LaTeX() string {
	var b strings.Builder
	spec := make([]byte, len(t.Columns))
	for i, c := range t.Columns {
		spec[i] = 'r'
		if c.Left {
			spec[i] = 'l'
		}
	}
	caption := fmt.Sprintf("\\caption{%s}\\label{tab:%s}", LaTeXText(t.Caption), t.Label)
	if t.Long {
		fmt.Fprintf(&b, "\\begin{longtable}{@{}%s@{}}\n%s\\\\\n", spec, caption)
	} else {
		fmt.Fprintf(&b, "\\begin{table}\n\\centering\n%s\n\\begin{tabular}{@{}%s@{}}\n", caption, spec)
	}
	b.WriteString("\\toprule\n")
	t.latexHead(&b)
	b.WriteString("\\midrule\n")
	if t.Long {
		b.WriteString("\\endhead\n")
	}
	for i, row := range t.Rows {
		if row.Heading != "" {
			if i > 0 {
				b.WriteString("\\addlinespace\n")
			}
			fmt.Fprintf(&b, "\\multicolumn{%d}{@{}l}{\\textit{%s}} \\\\\n", len(t.Columns), LaTeXText(row.Heading))
			continue
		}
		cells := make([]string, len(row.Cells))
		for i, text := range row.Cells {
			cells[i] = LaTeXText(t.short(i, text))
		}
		if strings.HasPrefix(cells[0], "[") || strings.HasPrefix(cells[0], "*") {
			cells[0] = "{}" + cells[0] // after the end of a row these would belong to it
		}
		switch row.Mark {
		case Relevant:
			cells[0] = "\\textbf{" + cells[0] + "}"
		case Alarm:
			cells[row.marked()] = "\\textbf{" + cells[row.marked()] + "}"
		}
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	b.WriteString("\\bottomrule\n")
	if t.Long {
		b.WriteString("\\end{longtable}\n")
	} else {
		b.WriteString("\\end{tabular}\n")
	}
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "\n\\footnotesize %s\n", LaTeXText(note))
	}
	if !t.Long {
		b.WriteString("\\end{table}\n")
	}
	return b.String()
}

// latexHead writes one or two lines of column heads.
func (t Table) latexHead(b *strings.Builder) {
	if t.hasGroups() {
		var heads, rules []string
		for _, run := range t.spans() {
			if run.Group == "" {
				heads = append(heads, "")
				continue
			}
			heads = append(heads, fmt.Sprintf("\\multicolumn{%d}{c}{%s}", run.Width(), LaTeXText(run.Group)))
			rules = append(rules, fmt.Sprintf("\\cmidrule(lr){%d-%d}", run.First+1, run.Last+1))
		}
		b.WriteString(strings.Join(heads, " & ") + " \\\\\n" + strings.Join(rules, " ") + "\n")
	}
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = LaTeXText(c.Name)
	}
	b.WriteString(strings.Join(names, " & ") + " \\\\\n")
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`, "|", `$|$`,
	"--", "-{}-{}", "–", "--", "—", "---", "…", `\ldots{}`, "“", "``", "”", "''", "’", "'",
	"−", `$-$`, "±", `$\pm$`, "×", `$\times$`, "·", `$\cdot$`, "√", `$\surd$`, "‖", `$\|$`, "∞", `$\infty$`,
	"≤", `$\le$`, "≥", `$\ge$`, "≈", `$\approx$`, "≠", `$\ne$`, "∈", `$\in$`, "∑", `$\sum$`, "Σ", `$\Sigma$`, "→", `$\to$`,
	"⁰", `$^0$`, "¹", `$^1$`, "²", `$^2$`, "³", `$^3$`, "⁴", `$^4$`, "⁻", `$^-$`, "⁽", `$^($`, "⁾", `$^)$`, "ʲ", `$^j$`, "ⁿ", `$^n$`, "ᵀ", `$^T$`,
	"₀", `$_0$`, "₁", `$_1$`, "₂", `$_2$`, "₃", `$_3$`, "ᵢ", `$_i$`, "ⱼ", `$_j$`, "ₙ", `$_n$`,
	"γ", `$\gamma$`, "σ", `$\sigma$`, "μ", `$\mu$`, "ω", `$\omega$`, "α", `$\alpha$`, "δ", `$\delta$`, "λ", `$\lambda$`, "θ", `$\theta$`, "∼", `$\sim$`,
	"†", `\dag{}`, "ℓ", `$\ell$`, "ℝ", `$\mathbf{R}$`, "½", `$\frac12$`,
)

// LaTeXText escapes text for LaTeX.
func LaTeXText(text string) string {
	return latexEscapes.Replace(format.TrueMinus(format.Visible(text)))
}
