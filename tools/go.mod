module drfvi/tools

go 1.26.0

require (
	drfvi v0.0.0
	github.com/CycloneDX/cyclonedx-go v0.12.0
	github.com/yuin/goldmark v1.8.7
)

require github.com/BurntSushi/toml v1.6.0

replace drfvi => ../
