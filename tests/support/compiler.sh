#!/bin/sh
# A compiler of C for the scripts of tests (scripts.h), found by a link that has its name.
# Test programs run twice, and the second time, with sanitizers, opgen makes the same C: what
# a compiler made of the same files by the same command is kept in $OPGEN_COMPILED, and with
# OPGEN_COMPILES=once taken from there. Where opgen makes other C, it compiles.

here=${0%/*}:
name=${0##*/}
PATH=${PATH%%"$here"*}${PATH#*"$here"}

# What the command makes; nothing is kept of one whose files cannot be told.
made=
objects=
before=
for word; do
	case $before in
	-o | -MF) made="$made $word" ;;
	esac
	case $word in
	- | -M | -MM) exec "$name" "$@" ;;
	-c) objects=yes ;;
	esac
	before=$word
done
if [ -z "$made" ] && [ "$objects" ]; then
	for word; do
		case $word in
		*.c)
			made="$made ${word##*/}"
			made=${made%.c}.o
			;;
		esac
	done
fi
[ "$made" ] || exec "$name" "$@"

key=$({
	echo "$name $*"
	find . "$OPGEN_COMPILED"/../../runtime -type f | LC_ALL=C sort | xargs -d '\n' sha256sum
} | sha256sum)
kept=$OPGEN_COMPILED/${key%% *}

if [ "$OPGEN_COMPILES" = once ]; then
	[ -d "$kept" ] || exec "$name" "$@"
	for file in $made; do
		from=$kept/$(echo "$file" | tr / _)
		[ ! -f "$from" ] || cp "$from" "$file"
	done
	cat "$kept/output"
	cat "$kept/messages" >&2
	exit "$(cat "$kept/status")"
fi

new=$kept.$$
mkdir "$new"
"$name" "$@" >"$new/output" 2>"$new/messages"
status=$?
cat "$new/output"
cat "$new/messages" >&2
echo "$status" >"$new/status"
for file in $made; do
	[ ! -f "$file" ] || cp "$file" "$new/$(echo "$file" | tr / _)"
done
rm -rf "$kept"
# Another one may have been as quick.
mv -T "$new" "$kept" 2>/dev/null || rm -rf "$new"
exit "$status"
