# Sourced by run.sh: looks at everything that Bridge needs, one after the other, and changes nothing.
# A line each; what fails says what to do.

doctor_failures=0
script_answers=

fine() { # WHAT WORD...
  printf 'ok    %-9s %s\n' "$1" "${*:2}"
}

# Neither good nor bad.
note() { # WHAT WORD...
  printf 'note  %-9s %s\n' "$1" "${*:2}"
}

wrong() { # WHAT WORD...
  doctor_failures=$((doctor_failures + 1))
  printf 'FAIL  %-9s %s\n' "$1" "${*:2}"
}

check_dotnet() {
  local version
  if ! command -v dotnet >/dev/null; then
    wrong dotnet "There is no dotnet here. Install the .NET 10 SDK: https://dot.net/download"
  elif version=$(dotnet --version 2>/dev/null); then
    fine dotnet "The SDK $version is there."
  else
    wrong dotnet "The SDK that global.json asks for is missing. Install the .NET 10 SDK: https://dot.net/download"
  fi
}

check_packages() {
  local missing
  if ! command -v dpkg-query >/dev/null; then
    note packages "This is not Debian. Install these packages, under the names of your system: $EMULATOR_PACKAGES"
    return
  fi
  # shellcheck disable=SC2086 # a list of words
  missing=$(missing_packages $EMULATOR_PACKAGES)
  if [ -z "$missing" ]; then
    fine packages "$EMULATOR_PACKAGES are installed."
  elif [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; then
    note packages "$missing missing; ./run.sh installs that."
  else
    wrong packages "$missing missing, and there is no sudo. As root: apt-get install $missing"
  fi
}

bytes_at() { # FILE OFFSET COUNT: in hexadecimal
  od -An -tx1 -j "$2" -N "$3" -- "$1" 2>/dev/null | tr -d ' \n'
}

# A GBA game has 0x96 at 0xB2, a Game Boy game begins the logo at 0x104; PK and 7z begin archives.
check_rom() { # FILE
  if [ ! -f "$1" ] || [ ! -r "$1" ]; then
    wrong ROM "$1 is no file that can be read. Name another one with --rom."
  elif [ "$(bytes_at "$1" 178 1)" = 96 ] || [ "$(bytes_at "$1" 260 4)" = ceed6666 ]; then
    fine ROM "$1 is a game."
  elif [[ $(bytes_at "$1" 0 6) = 504b0304* || $(bytes_at "$1" 0 6) = 377abcaf271c ]]; then
    fine ROM "$1 is an archive; mGBA plays the first game in it."
  else
    wrong ROM "$1 has no header of a Game Boy or Game Boy Advance game. Name another one with --rom."
  fi
}

listener_of() { # PORT: " (PROGRAM)" where that can be found out
  local name
  name=$(ss -Hltnp "sport = :$1" 2>/dev/null | grep -o 'users:(("[^"]*",pid=[0-9]*' | sed 's/users:(("//; s/",pid=/, process /' | head -n 1)
  [ -z "$name" ] || echo " ($name)"
}

escaped() { # TEXT: as an argument of docs/protocol/wire.md, which takes every byte as %XX
  if [ -z "$1" ]; then
    echo -
  else
    printf %s "$1" | od -An -v -tx1 | tr -d '\n' | sed 's/ \(..\)/%\U\1/g'
  fi
}

# key_file_of PORT: prints where the script finds its key file, as lua/bridge/key_file.lua looks for it; nothing when there is none
key_file_of() {
  local folder
  for folder in ${BRIDGE_KEY_FOLDER:+"$BRIDGE_KEY_FOLDER"} ${XDG_DATA_HOME:+"$XDG_DATA_HOME/Bridge"} \
    ${HOME:+"$HOME/.local/share/Bridge"}; do
    if [ -e "$folder/script-$1.key" ] || [ -L "$folder/script-$1.key" ]; then
      echo "$folder/script-$1.key"
      return
    fi
    [ -z "${BRIDGE_KEY_FOLDER:-}" ] || return
  done
}

secret_of() { # PORT: what a hello needs
  local file
  file=$(key_file_of "$1")
  if [ -n "${BRIDGE_SCRIPT_SECRET:-}" ]; then
    printf %s "$BRIDGE_SCRIPT_SECRET"
  elif [ -f "$file" ] && [ -r "$file" ]; then
    head -n 1 "$file" | tr -d '\r\n'
  fi
}

check_key() { # PORT
  local file mode owner
  file=$(key_file_of "$1")
  if [ -n "${BRIDGE_SCRIPT_SECRET:-}" ]; then
    fine key "Bridge and script use the secret in BRIDGE_SCRIPT_SECRET."
    return
  elif [ -z "$file" ]; then
    note key "There is no key file for port $1 yet; the bridge makes one when it starts. An emulator of ./run.sh needs none."
    return
  fi
  read -r mode owner < <(stat -c '%a %u' -- "$file")
  if [ -L "$file" ] || [ ! -f "$file" ]; then
    wrong key "$file is no regular file, so the bridge doesn't use it. Delete it."
  elif [ ! -r "$file" ]; then
    wrong key "$file can't be read by this account. Delete it, or give it to $(id -un)."
  elif [ "$owner" != 0 ] && [ "$owner" != "$(id -u)" ]; then
    wrong key "$file belongs to another account, so the bridge doesn't use it. Delete it, or give it to $(id -un)."
  elif [ $((8#$mode & 8#026)) != 0 ]; then
    wrong key "$file has the mode $mode, so other accounts can write or read it and the bridge doesn't use it: chmod 600 '$file'"
  elif ! head -n 1 "$file" | tr -d '\r' | grep -qE '^[!-~]{16,256}$'; then
    wrong key "$file has no secret of 16 to 256 characters in its first line. Delete it; the bridge makes another."
  else
    fine key "$file holds the secret of bridge and script, and nobody else can read it."
  fi
}

# greet_script PORT: what the script answers to a hello, all facts in one line; nothing within three seconds, or nothing at all.
greet_script() (
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
  printf '1 hello 1 0 2 doctor %s\n<|END|>' "$(escaped "$(secret_of "$1")")" >&3
  local line length lines=""
  IFS= read -r -t 3 line <&3 || exit
  read -r _ _ _ length _ <<<"$line"
  [ "$length" -gt 0 ] && IFS= read -r -t 3 -N "$length" lines <&3
  printf '%s %s\n' "${line//$'\r'/}" "${lines//$'\n'/ }"
) 2>/dev/null

fact() { # NAME FACTS
  local value
  value=$(grep -o " $1=[^ ]*" <<<"$2")
  value=${value#*=}
  # The program that listens there may say anything.
  printf '%b' "${value//%/\\x}" | tr -d '[:cntrl:]'
}

check_script() { # PORT
  if ! port_taken "$1"; then
    if [ -n "$with_emulator" ]; then
      note script "Nobody listens on port $1 yet: ./run.sh starts an emulator there, and your own mGBA does with lua/bridge.lua loaded."
    else
      wrong script "Nobody listens on port $1. Load $PWD/lua/bridge.lua in mGBA:" \
        "Tools > Scripting... > File > Load script. Its console tells the port."
    fi
    return
  fi
  local answer
  answer=$(greet_script "$1")
  case $answer in
    "1 ok "*)
      script_answers=yes
      fine script "Version $(fact script "$answer") answers on port $1, in mGBA $(fact mgba "$answer")."
      if [ "$(fact platform "$answer")" = none ]; then
        wrong game "No game is loaded. Load one in mGBA: File > Load ROM..."
      else
        local name
        name=$(fact title "$answer")
        name=${name:-$(fact file "$answer")}
        fine game "${name:-A game without a title} runs."
      fi ;;
    "1 unauthorized "*)
      wrong script "The script on port $1 wants its secret. Set BRIDGE_SCRIPT_SECRET to what it was started with," \
        "or let script and bridge use one key file (BRIDGE_KEY_FOLDER and Bridge__KeyFolder)." ;;
    "1 unsupported-version "*)
      wrong script "The script on port $1 is of another version. Load $PWD/lua/bridge.lua in mGBA; it replaces the old one." ;;
    "0 busy "*) wrong script "The script on port $1 has all the connections it takes. Stop other bridges." ;;
    "")
      wrong script "Port $1$(listener_of "$1") takes connections, and nothing answers. Unpause the game in mGBA or load one;" \
        "if that isn't mGBA, choose another port with --script-port." ;;
    *)
      wrong script "What listens on port $1$(listener_of "$1") is not the script." \
        "Stop it, or choose another port with --script-port and BRIDGE_SCRIPT_PORT." ;;
  esac
}

# Each emulator on a line of its own: name, state and the sentence, with tabs in between.
emulators_in() { # JSON
  sed 's/.*"emulators":\[//; s/},{"name"/}\n{"name"/g' <<<"$1" |
    sed -n 's/^{"name":"\([^"]*\)","state":"\([^"]*\)".*"next":"\(.*\)"}.*/\1\t\2\t\3/p' | sed 's/\\"/"/g'
}

check_emulators() { # PORT
  local response name state sentence
  response=$(http_get "$1" /health)
  case $response in
    "HTTP/1.1 200 "*) ;;
    "HTTP/1.1 401 "*)
      note emulators "The bridge asks for a token, so its emulators are not checked:" \
        "curl -H 'Authorization: Bearer TOKEN' http://127.0.0.1:$1/health"
      return ;;
    *) wrong emulators "The bridge at port $1 doesn't tell of its emulators. Start it again; its log is in $logs."; return ;;
  esac
  while IFS=$'\t' read -r name state sentence; do
    case $state in
      running | held) fine "$name" "It is $state. $sentence" ;;
      *) wrong "$name" "It is $state. $sentence" ;;
    esac
  done < <(emulators_in "$response")
}

check_bridge() { # PORT
  if ! bridge_port_taken "$1"; then
    fine port "Port $1 is free for the bridge${script_answers:+; ./run.sh --no-emulator starts it beside that script}."
  elif [ "$(http_get "$1" /health/live | tail -n 1)" = live ]; then
    fine bridge "It answers at http://127.0.0.1:$1"
    check_emulators "$1"
  else
    wrong port "Something else listens on port $1$(listener_of "$1"). Stop it, or choose another one with --port."
  fi
}

doctor() {
  check_dotnet
  if [ -n "$with_emulator" ]; then
    check_packages
    check_rom "$rom"
  fi
  check_key "$script_port"
  check_script "$script_port"
  check_bridge "$port"
  echo
  case $doctor_failures in
    0) echo "All checks passed." ;;
    1) echo "One check failed." ;;
    *) echo "$doctor_failures checks failed." ;;
  esac
  [ $doctor_failures = 0 ]
}
