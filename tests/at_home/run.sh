#!/bin/sh
# What needs more of Debian than the other tests: installs that, and runs the parts of this
# folder, NAME_test.sh, each of which says in a line "# packages: ..." what it needs. Expects
# what ninja test-at-home builds.
#
#   sh tests/at_home/run.sh            all of them
#   sh tests/at_home/run.sh NAME...    some
#
# build/at_home/NAME.log has what a part prints; the folder build/at_home/NAME is its own.

cd "$(dirname "$0")/../.." || exit 3

parts=$*
[ -n "$parts" ] || parts=$(basename -s _test.sh tests/at_home/*_test.sh)

packages=
for part in $parts; do
	packages="$packages $(sed -n 's/^# packages: //p' "tests/at_home/${part}_test.sh")" || exit 3
done
missing=
for package in $packages; do
	dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
		missing="$missing $package"
done
if [ -n "$missing" ]; then
	as_root=
	[ "$(id -u)" = 0 ] || as_root=sudo
	# The list is meant to be split into words.
	$as_root apt-get update &&
		$as_root env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y --no-install-recommends $missing || exit 3
fi

# Debian's programs, whatever else is installed.
PATH=/usr/bin:/usr/sbin:/bin:/sbin
export PATH
ROOT=$PWD
export ROOT
unset MAKEFLAGS DESTDIR prefix libdir

passed=0
failed=
for part in $parts; do
	folder=build/at_home/$part
	rm -rf "$folder"
	mkdir -p "$folder"
	if (cd "$folder" && sh -eu "$ROOT/tests/at_home/${part}_test.sh") >"$folder.log" 2>&1 </dev/null; then
		echo "passed: $part"
		passed=$((passed + 1))
	else
		echo "FAILED: $part; build/at_home/$part.log ends with"
		tail -20 "$folder.log" | sed 's/^/    /'
		failed="$failed $part"
	fi
done
echo "$passed parts passed, failed:${failed:- none}"
[ -z "$failed" ]
