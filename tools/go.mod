module drfvi/tools

go 1.26.0

require (
	drfvi v0.0.0
	github.com/CycloneDX/cyclonedx-go v0.12.0
	github.com/yuin/goldmark v1.8.7
)

replace drfvi => ../
