#!/bin/sh
# Which commit these sources are: its hash, and its time in seconds since 1970. Archives have
# both in .commit; in a clone git tells them, with -dirty behind the hash when a file of opgen
# itself is not as it was committed. Where neither knows, there is nothing.
#
#   sh .package/commit.sh             prints both
#   sh .package/commit.sh OUT.h       writes the hash as OPGEN_COMMIT, "" for none, into a
#                                     header, which is left alone if it would stay the same;
#                                     OUT.h.d names what it depends on

# What opgen is made of.
parts="build.ninja generator runtime templates"

in_git() {
	# Who owns the clone does not matter: sudo ninja install.
	git --no-optional-locks -c safe.directory="$PWD" "$@" 2>/dev/null
}

# Is the clone this folder's, and not that of a project around it?
is_clone() {
	[ -e .git ] && command -v git >/dev/null && in_git rev-parse -q --verify HEAD >/dev/null
}

tell() {
	# An archive has a hash where the repository has a format.
	[ ! -f .commit ] || read -r hash time <.commit
	case ${hash-} in
	'' | \$Format*) ;;
	*)
		echo "$hash $time"
		return
		;;
	esac
	is_clone || return 0
	# The list is meant to be split into words.
	[ -z "$(in_git status --porcelain --untracked-files=no -- $parts)" ] || dirty=-dirty
	in_git log -1 --format="%H${dirty-} %ct"
}

# What the answer depends on, as a depfile has it.
depend() {
	printf '%s:' "$1"
	if is_clone; then
		# The log grows with each commit that is checked out.
		for file in HEAD logs/HEAD; do
			file=$(in_git rev-parse --git-path "$file")
			[ ! -f "$file" ] || printf '%s\n' "$file"
		done | sed 's/[ #]/\\&/g; s/\$/$$/g; s/^/ /' | tr -d '\n'
		in_git ls-files -- .commit $parts | sed 's/^/ /' | tr -d '\n'
	elif [ -f .commit ]; then
		printf ' .commit'
	fi
	echo
}

if [ $# = 0 ]; then
	tell
	exit
fi
commit=$(tell)
printf '/* The commit that opgen was built of; "" where it is not known. */\n#define OPGEN_COMMIT "%s"\n' \
	"${commit%% *}" >"$1.tmp" || exit
depend "$1" >"$1.d" || exit
if cmp -s "$1.tmp" "$1"; then
	rm "$1.tmp"
else
	mv "$1.tmp" "$1"
fi
