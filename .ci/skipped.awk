# Reads what go test -v prints, and behind it "exit CODE". Says of each package
# whether it passed, shows all of those that failed, and at the end which tests were
# skipped and why. Exits with the code.
/^=== (RUN|PAUSE|CONT|NAME) / { test = $3; next }
/^ *--- PASS: / || /^PASS$/ { next }
/no test files\]$/ { next }
/^ *--- SKIP: / { skipped[++skips] = $3 ": " why[$3]; next }
/^ok  \t/ { print; kept = 0; next }
/^exit [0-9]+$/ { code = $2; ended = 1; next }
/^FAIL\t/ { show(); print; next }
/^ *[A-Za-z0-9_]+\.go:[0-9]+: / {
	why[test] = $0
	sub(/^ *[A-Za-z0-9_]+\.go:[0-9]+: /, "", why[test])
}
{ line[++kept] = $0 }
function show(   i) {
	for (i = 1; i <= kept; i++) print line[i]
	kept = 0
}
END {
	show()
	if (skips) print "\nSkipped:"
	for (i = 1; i <= skips; i++) print "  " skipped[i]
	exit ended ? code : 1
}
