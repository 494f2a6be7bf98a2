# Debian's package: built, without a word of lintian, and tried in a fresh system.
# packages: git dpkg-dev debhelper lintian debootstrap fakeroot gcc libc6-dev ninja-build lua5.4 libjansson-dev libexpat1-dev libmd-dev libprotobuf-c-dev protobuf-c-compiler

system=$PWD/system
cd "$ROOT"
sh .package/deb.sh
cd build/deb
lintian --info --display-info --pedantic --fail-on error,warning,info,pedantic opgen_*.changes

# The tests that Debian runs are those of .debian/tests.
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -1)
[ -n "$mirror" ] || mirror=$(sed -n 's/^deb \(\[.*\] \)*\([^ ]*\) .*/\2/p' /etc/apt/sources.list | head -1)
trap '$as_root rm -rf "$system"' EXIT
$as_root debootstrap --variant=minbase "$release" "$system" "$mirror"
$as_root cp opgen_*_*.deb "$system/tmp"
$as_root cp -R opgen-*/ "$system/tmp/source"
$as_root chroot "$system" sh -eu <<'TRY'
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends /tmp/opgen_*.deb build-essential pkg-config cmake
cd /
opgen --version
cd /tmp/source
for test in pkg-config cmake; do
	AUTOPKGTEST_TMP=$(mktemp -d) sh "debian/tests/$test"
done
apt-get purge -y opgen
left=$(find / -xdev -name '*opgen*' ! -path '/tmp/*' ! -path '/var/*')
echo "left: ${left:-nothing}"
[ -z "$left" ]
TRY
