# shellcheck shell=bash
# Sourced in the repository's root, after eng/packages.sh. Builds the programs that bench/ and loadtest/ measure.

build() { # build|publish PROJECT [OPTION...]
  dotnet "$@" -c Release --nologo -v quiet --disable-build-servers >&2 || exit 1
}

# build_programs: builds the host, the bridge for the installed .NET (the compared paths are hooked into it), and the benchmarks;
# does nothing if BENCH_BUILT is 1
build_programs() {
  [ "${BENCH_BUILT:-}" != 1 ] || return 0
  # shellcheck disable=SC2086 # a list of words
  install_missing $EMULATOR_PACKAGES >&2 || exit 1
  make -s -C emulator >&2 || exit 1
  # A separate folder from run.sh's, so that run.sh does not replace the program during a measurement.
  build publish src/Bridge.Api -p:AheadOfTime=true -o artifacts/bench/bridge
  build publish bench/Bridge.LoadBench.Bare -o artifacts/bench/bare
  build build bench/Bridge.LoadBench.Hook
  build build bench/Bridge.LoadBench
}

# build_native_programs: publishes the bridge and the bare host as the packages are published
build_native_programs() {
  # shellcheck disable=SC2086 # a list of words
  install_missing $LINKER_PACKAGES >&2 || exit 1
  build publish src/Bridge.Api -r linux-x64 -o artifacts/bench/bridge-native
  build publish bench/Bridge.LoadBench.Bare -r linux-x64 -o artifacts/bench/bare-native
}
