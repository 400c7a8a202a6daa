# shellcheck shell=bash
# What the measurements of bench/ and loadtest/ build first. Sourced at the top of the repository, after eng/packages.sh.

build() { # build|publish PROJECT [OPTION...]
  dotnet "$@" -c Release --nologo -v quiet --disable-build-servers >&2 || exit 1
}

# build_programs: the host, the bridge with the installed .NET, into which the compared paths are hooked, and what measures them;
# nothing if BENCH_BUILT says that it was done
build_programs() {
  [ "${BENCH_BUILT:-}" != 1 ] || return 0
  # shellcheck disable=SC2086 # a list of words
  install_missing $EMULATOR_PACKAGES >&2 || exit 1
  make -s -C emulator >&2 || exit 1
  # Apart from what run.sh publishes, so that nobody exchanges it under a run.
  build publish src/Bridge.Api -p:AheadOfTime=true -o artifacts/bench/bridge
  build publish bench/Bridge.Bench.Bare -o artifacts/bench/bare
  build build bench/Bridge.Bench.Hook
  build build bench/Bridge.Bench
}
