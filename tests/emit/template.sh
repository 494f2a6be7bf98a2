#!/bin/sh
# Each construct of templates becomes the C that is expected of it, one line for one line, and
# what is no template is refused with its line. With what lua is called.

{
	"$1" templates/compile.lua tests/emit/template.in
	for line in 'text ${hole' '$code' '@void g(void)' '@end\ntext' '@end\n@end' '@if (n) a\n@else' 'text'; do
		printf '@void f(void)\n%b\n' "$line" | "$1" templates/compile.lua /dev/stdin 2>&1 && echo "$line: expected to be refused"
	done
} | diff tests/emit/template.expected -
failed=$?

# As CMocka says it, for tests/run.sh.
[ "$failed" = 0 ] && echo "[  PASSED  ] 1 test(s)." || echo "[  FAILED  ] 1 test(s)."
exit "$failed"
