# shellcheck shell=bash
# Sourced by the tests here. Runs programs for Windows in a Windows of its own, in the folder $work.

wine=/usr/lib/wine/wine64

# make_windows: creates it. Debian's wine sometimes leaves one without kernel32.dll on a busy machine, in which nothing starts; then
# it is created again, up to three times.
make_windows() {
  export WINEPREFIX=$work/wine WINEDEBUG=-all LC_ALL=C.UTF-8
  for _ in 1 2 3; do
    $wine cmd /c exit </dev/null >"$work/log" 2>&1 && return
    end_windows
    rm -rf "$WINEPREFIX"
  done
  cat "$work/log"
  return 1
}

# end_windows: ends every program in it
end_windows() {
  WINEPREFIX=$work/wine /usr/lib/wine/wineserver64 -k
}
