# Sourced by run.sh and test.sh: Debian packages, installed only where they are missing.

# What the headless emulator is built with.
EMULATOR_PACKAGES="libmgba-dev gcc libc6-dev make"

# What the native bridge is linked with.
LINKER_PACKAGES="gcc libc6-dev zlib1g-dev"

# linux_identifier: prints .NET's name of this system, like linux-x64
linux_identifier() {
  case $(uname -m) in
    aarch64) echo linux-arm64 ;;
    *) echo linux-x64 ;;
  esac
}

# missing_packages PACKAGE...: prints those that aren't installed
missing_packages() {
  local package missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  echo "${missing[*]}"
}

# install_missing PACKAGE...: says what it does; returns 1 after a sentence when it can't.
install_missing() {
  if ! command -v apt-get >/dev/null; then
    echo "There is no apt-get here. These have to be installed already, under whatever name your system has for them: $*"
    return 0
  fi
  local missing as_root=()
  read -ra missing <<<"$(missing_packages "$@")"
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing: ${missing[*]}. As root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]} with apt-get${as_root[*]:+ and sudo} ..."
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  if ! { "${install[@]}" update && "${install[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null; }; then
    echo "apt-get could not install ${missing[*]}; what it said is above." >&2
    return 1
  fi
}
