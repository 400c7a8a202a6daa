#!/usr/bin/env bash
# Makes the packages of a version in artifacts/release, with their checksums, and a bill of materials (CycloneDX) each for those with
# dependencies: eng/release.sh VERSION [PACKAGE...]; without PACKAGE all that this machine can make.
# PACKAGE: linux-x64, linux-arm64, win-x64, osx-x64, osx-arm64 (archives), deb, tool (for dotnet tool install), image; and the clients
# wheel (Python), npm (TypeScript), nuget (C#). RELEASE_FOLDER replaces artifacts/release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. eng/packages.sh

all="linux-x64 linux-arm64 win-x64 osx-x64 osx-arm64 deb tool image wheel npm nuget"
release=${RELEASE_FOLDER:-artifacts/release}
# Without a trailing slash, because $work is beside it.
release=${release%/}
work=$release.work

refuse() { # SENTENCE: for wrong arguments
  echo "release.sh: $1" >&2
  exit 2
}

parse() {
  [ $# -gt 0 ] || refuse "VERSION is required: eng/release.sh VERSION [PACKAGE...]"
  version=$1
  shift
  packages=${*:-$all}
  local package declared
  for package in $packages; do
    [[ " $all " = *" $package "* ]] || refuse "Unknown package \"$package\"; there are $all."
  done
  declared=$(sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' Directory.Build.props)
  [ "$version" = "$declared" ] ||
    refuse "VERSION must be $declared, the one in Directory.Build.props; got \"$version\". lua/bridge/wire/version.lua has it as well."
  grep -q "script = \"$version\"" lua/bridge/wire/version.lua || refuse "lua/bridge/wire/version.lua has another version than $version."
  grep -q "^## $version" CHANGELOG.md || refuse "CHANGELOG.md has no section \"## $version\"."
  grep -q "^version = \"$version\"" clients/python/pyproject.toml ||
    refuse "clients/python/pyproject.toml has another version than $version."
  grep -q "\"version\": \"$version\"" clients/typescript/package.json ||
    refuse "clients/typescript/package.json has another version than $version."
}

# Files of the same commit have the same time, so that its packages are the same.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

# Publishing for a RID doesn't check the lock files (Directory.Build.props), so they are checked before it.
restore() { # restores the locked packages, once
  [ ! -e "$work/restored" ] || return 0
  # shellcheck disable=SC2086 # a list of words
  install_missing $LINKER_PACKAGES binutils
  dotnet restore src/Bridge.Api --locked-mode -v quiet
  touch "$work/restored"
}

publish() { # RID: into $work/RID, once
  [ ! -e "$work/$1/sbom.cdx.json" ] || return 0
  restore
  echo "Publishing for $1 ..."
  dotnet publish src/Bridge.Api -c Release -r "$1" -o "$work/$1" --nologo -v quiet --disable-build-servers
}

# The emulator is built for the system that it is built on.
can_build_emulator() { # PACKAGE
  local system
  system=$(uname -sm)
  [ "$system" != "Linux x86_64" ] || return 0
  [ "$packages" = "$all" ] || refuse "$1 has the emulator for Linux x86_64, which is built only there; this is $system."
  echo "This is $system instead of Linux x86_64, so there is no $1."
  return 1
}

build_emulator() {
  # shellcheck disable=SC2086 # a list of words
  install_missing $EMULATOR_PACKAGES
  make -s -C emulator
}

# The build has written the script as one file, artifacts/bridge.lua.
copy_script() { # FOLDER
  install -D -m 644 artifacts/bridge.lua -t "$1"
}

archive() { # RID
  local name=bridge-$version-$1 program=bridge ending=tar.gz folder
  [ "$1" != linux-x64 ] || can_build_emulator "$1" || return 0
  [[ $1 != win-* ]] || program=bridge.exe ending=zip
  publish "$1"
  folder=$work/$name
  rm -rf "$folder" && mkdir -p "$folder"
  cp "$work/$1/$program" LICENSE CHANGELOG.md "$folder"
  # The other guides, to which it links.
  install -D -m 644 docs/*.md -t "$folder/docs"
  sed -E 's/\]\(([a-z-]+\.md)/](docs\/\1/g' docs/install.md >"$folder/INSTALL.md"
  copy_script "$folder/lua"
  if [ "$1" = linux-x64 ]; then
    build_emulator
    cp emulator/build/mgba-host emulator/rom/buttontest.gba "$folder"
    strip "$folder/mgba-host"
  fi
  python3 eng/packaging/archive.py "$folder" "$release/$name.$ending"
  cp "$work/$1/sbom.cdx.json" "$release/$name.cdx.json"
}

debian_package() {
  local root=$work/deb name=bridge_${version}_amd64
  can_build_emulator deb || return 0
  publish linux-x64
  build_emulator
  rm -rf "$root"
  install -D "$work/linux-x64/bridge" "$root/usr/lib/bridge/bridge"
  install -D -s emulator/build/mgba-host "$root/usr/bin/mgba-host"
  ln -s ../lib/bridge/bridge "$root/usr/bin/bridge"
  install -D -m 644 emulator/rom/buttontest.gba -t "$root/usr/share/bridge"
  copy_script "$root/usr/share/bridge/lua"
  install -D -m 644 eng/packaging/bridge.service -t "$root/usr/lib/systemd/user"
  install -D -m 644 eng/packaging/bridge-machine.service "$root/usr/lib/systemd/system/bridge.service"
  install -D -m 644 LICENSE "$root/usr/share/doc/bridge/copyright"
  install -D -m 644 docs/*.md -t "$root/usr/share/doc/bridge"
  local page
  for page in bridge mgba-host; do
    mkdir -p "$root/usr/share/man/man1"
    sed "s/@VERSION@/$version/" "eng/packaging/$page.1" | gzip -9n >"$root/usr/share/man/man1/$page.1.gz"
  done
  gzip -9n <CHANGELOG.md >"$root/usr/share/doc/bridge/changelog.gz"
  install -d "$root"/usr/share/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
  "$root/usr/bin/bridge" completion bash >"$root/usr/share/bash-completion/completions/bridge"
  "$root/usr/bin/bridge" completion zsh >"$root/usr/share/zsh/vendor-completions/_bridge"
  "$root/usr/bin/bridge" completion fish >"$root/usr/share/fish/vendor_completions.d/bridge.fish"
  mkdir "$root/DEBIAN"
  sed "s/@VERSION@/$version/; s/@SIZE@/$(du -sk "$root" | cut -f 1)/" eng/packaging/control >"$root/DEBIAN/control"
  (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  chmod -R u=rwX,go=rX "$root"
  find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group --build "$root" "$release/$name.deb" >/dev/null
  cp "$work/linux-x64/sbom.cdx.json" "$release/$name.cdx.json"
}

dotnet_tool() {
  restore
  echo "Packing the dotnet tool ..."
  dotnet publish src/Bridge.Api -c Release -o "$work/tool" --nologo -v quiet --disable-build-servers
  dotnet pack src/Bridge.Api -c Release --no-restore -p:PackAsTool=true -p:RuntimeIdentifiers= -o "$release" --nologo -v quiet \
    --disable-build-servers
  cp "$work/tool/sbom.cdx.json" "$release/mgba-bridge.$version.cdx.json"
}

# Debian's wheels of setuptools build without a network.
python_wheel() {
  local python=/usr/bin/python3 wheels=/usr/share/python-wheels source=$work/python offline=()
  install_missing python3-pip python3-setuptools-whl python3-wheel-whl
  [ -x "$python" ] || python=python3
  [ ! -d "$wheels" ] || offline=(--no-index --find-links "$wheels")
  echo "Building the wheel ..."
  # setuptools builds inside the folder.
  mkdir -p "$source"
  cp -r clients/python/{pyproject.toml,README.md,src} "$source"
  "$python" -m pip wheel -q --no-deps --disable-pip-version-check "${offline[@]}" -w "$release" "$source"
}

npm_tarball() {
  local source=$work/typescript target
  if ! command -v npm >/dev/null; then
    [ "$packages" = "$all" ] || refuse "npm needs Node 20 or newer with npm."
    echo "npm is not installed, so there is no package for it."
    return
  fi
  echo "Building the npm package ..."
  mkdir -p "$source"
  cp -r clients/typescript/{package.json,package-lock.json,.npmrc,tsconfig.json,README.md,src} "$source"
  npm ci --prefix "$source" --ignore-scripts --no-audit --no-fund --silent
  "$source/node_modules/.bin/tsc" -p "$source"
  # It is compiled, so the scripts that compile it for a checkout don't run.
  target=$(cd "$release" && pwd)
  (cd "$source" && npm pack --ignore-scripts --silent --pack-destination "$target" >/dev/null)
}

nuget_package() {
  echo "Packing the C# client ..."
  dotnet pack clients/csharp/MgbaBridge -c Release -o "$release" --nologo -v quiet --disable-build-servers
}

image() {
  if ! docker version >/dev/null 2>&1; then
    [ "$packages" = "$all" ] || refuse "image needs a container engine; docker version finds none."
    echo "There is no container engine here, so there is no image."
    return
  fi
  echo "Building the images ..."
  docker build -q -f src/Bridge.Api/Dockerfile --build-arg "COMMIT=$(git rev-parse HEAD)" -t "bridge:$version" . >/dev/null
  docker build -q -f emulator/Dockerfile -t "bridge-emulator:$version" . >/dev/null
  docker save "bridge:$version" "bridge-emulator:$version" | gzip -9n >"$release/bridge-$version-images.tar.gz"
  docker run --rm --entrypoint cat "bridge:$version" sbom.cdx.json >"$release/bridge-$version-images.cdx.json"
}

parse "$@"
install_missing openssl python3-minimal
rm -rf "$work"
mkdir -p "$release" "$work"
for package in $packages; do
  case $package in
    deb) debian_package ;;
    tool) dotnet_tool ;;
    image) image ;;
    wheel) python_wheel ;;
    npm) npm_tarball ;;
    nuget) nuget_package ;;
    *) archive "$package" ;;
  esac
done
(cd "$release" && rm -f SHA256SUMS && openssl dgst -sha256 -r * >"../${work##*/}/sums" && mv "../${work##*/}/sums" SHA256SUMS)
rm -rf "$work"
(cd "$release" && ls -l)
