# Sourced by run.sh, which has start, fail, logs and pids. Builds what has changed since the last build.

# What the bridge is built from.
BRIDGE_SOURCES="src lua docs eng Directory.Build.props Directory.Build.targets Directory.Packages.props .editorconfig global.json"

# When each build began, by what it builds, and the stamp file of the bridge that begin_bridge was called for.
declare -A began=()
bridge_stamp=

# is_current STAMP PATH...: succeeds if nothing at the paths has changed since the stamp was written. A removed file changes its folder.
is_current() {
  [ -e "$1" ] && [ -z "$(find "${@:2}" -newer "$1" -print -quit)" ]
}

# begin_build WHAT COMMAND...: builds in the background
begin_build() {
  echo "Building the $1 ..."
  began[$1]=$EPOCHREALTIME
  start "$1 build" "$logs/build-$1.log" "${@:2}"
}

# end_build WHAT: waits for the build, if there is one
end_build() {
  [ "${pids[$1 build]}" != 0 ] || return 0
  wait "${pids[$1 build]}" || fail "The $1 could not be built." "$logs/build-$1.log"
  pids[$1 build]=0
  LC_ALL=C awk -v what="$1" -v began="${began[$1]}" -v ended="$EPOCHREALTIME" \
    'BEGIN { printf "Built the %s in %.0f s.\n", what, ended - began }'
}

# begin_bridge FOLDER COMMAND...: builds the bridge into the folder, unless its program there is current
begin_bridge() {
  bridge_stamp=$1/stamp
  # shellcheck disable=SC2086 # a list of words
  ! is_current "$bridge_stamp" $BRIDGE_SOURCES || return 0
  dotnet --version >/dev/null || exit 1
  mkdir -p "$1" || exit 1
  # From the build's begin, so that a change during it is seen by the next start. A build that does not end leaves no stamp.
  rm -f "$bridge_stamp"
  touch "$bridge_stamp.begun"
  begin_build bridge "${@:2}"
}

# end_bridge: waits for the bridge's build, if there is one, and records that the program is current
end_bridge() {
  end_build bridge
  [ ! -e "$bridge_stamp.begun" ] || mv "$bridge_stamp.begun" "$bridge_stamp"
}
