module drfvi/tools

go 1.26.0

require (
	drfvi v0.0.0
	github.com/CycloneDX/cyclonedx-go v0.12.0
)

replace drfvi => ../
