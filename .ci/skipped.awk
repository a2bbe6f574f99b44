# Reads what go test -v prints, and behind it "exit CODE". Says of each package
# whether it passed, shows all of those that failed, and at the end which tests were
# skipped and why. Exits with the code.
/^=== (RUN|PAUSE|CONT|NAME) / { next }
/^ *--- PASS: / || /^PASS$/ { next }
/no test files\]$/ { next }
/^ *--- SKIP: / {
	reason = last
	sub(/^ *[A-Za-z0-9_]+\.go:[0-9]+: /, "", reason)
	skipped[++skips] = $3 ": " reason
}
/^ok  \t/ { print; text = ""; next }
/^exit [0-9]+$/ { code = $2; ended = 1; next }
/^FAIL\t/ { printf "%s", text; print; text = ""; next }
{ text = text $0 "\n"; last = $0 }
END {
	printf "%s", text
	if (skips) print "\nSkipped:"
	for (i = 1; i <= skips; i++) print "  " skipped[i]
	exit ended ? code : 1
}
