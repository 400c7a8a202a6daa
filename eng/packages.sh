# Sourced by run.sh and test.sh. Installs missing Debian packages.

# The packages that the headless emulator's build needs.
EMULATOR_PACKAGES="libmgba-dev zlib1g-dev gcc libc6-dev make"

# The packages that link the native bridge.
LINKER_PACKAGES="gcc libc6-dev zlib1g-dev"

# linux_identifier: prints .NET's name of this system, like linux-x64
linux_identifier() {
  case $(uname -m) in
    aarch64) echo linux-arm64 ;;
    *) echo linux-x64 ;;
  esac
}

# missing_packages PACKAGE...: prints the packages that are not installed
missing_packages() {
  local package missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  echo "${missing[*]}"
}

# install_missing PACKAGE...: installs missing packages; on failure prints the reason and returns 1
install_missing() {
  if ! command -v apt-get >/dev/null; then
    echo "This system has no apt-get. Install these packages under your system's names for them: $*"
    return 0
  fi
  local missing as_root=()
  read -ra missing <<<"$(missing_packages "$@")"
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Missing packages: ${missing[*]}. As root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]} with apt-get${as_root[*]:+ and sudo} ..."
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  if ! { "${install[@]}" update && "${install[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null; }; then
    echo "apt-get could not install ${missing[*]}; its output is above." >&2
    return 1
  fi
}
