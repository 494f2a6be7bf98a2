#!/bin/sh
# Makes a Debian source package of the tarball and .debian, and builds it; what comes of it is in
# build/deb. It needs dpkg-dev, debhelper and what .debian/control names.
#
#   sh .package/deb.sh

set -eu
cd "$(dirname "$0")/.."
command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null || {
	echo "deb: expected dpkg-buildpackage and dh; install dpkg-dev and debhelper" >&2
	exit 1
}
version=$(sed -n 's/^#define OPGEN_VERSION "\(.*\)"$/\1/p' generator/base/version.h)
rm -rf build/deb
mkdir -p build/deb
sh .package/dist.sh build/deb
mv "build/deb/opgen-$version.tar.gz" "build/deb/opgen_$version.orig.tar.gz"
cd build/deb
tar -xf "opgen_$version.orig.tar.gz"
cd "opgen-$version"
cp -R .debian debian
dpkg-buildpackage --unsigned-source --unsigned-changes "$@"
