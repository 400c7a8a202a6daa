# Sourced by run.sh. Checks everything that Bridge needs and changes nothing: prints one line per check, with advice for each failure.

doctor_failures=0
# Not empty once the script has replied.
script_replies=

ok() { # WHAT WORD...
  printf 'ok    %-9s %s\n' "$1" "${*:2}"
}

# note WHAT WORD...: prints information that is not a failure
note() { # WHAT WORD...
  printf 'note  %-9s %s\n' "$1" "${*:2}"
}

fail_check() { # WHAT WORD...
  doctor_failures=$((doctor_failures + 1))
  printf 'FAIL  %-9s %s\n' "$1" "${*:2}"
}

check_dotnet() {
  local version
  if ! command -v dotnet >/dev/null; then
    fail_check dotnet "dotnet is not installed. Install the .NET 10 SDK: https://dot.net/download"
  elif version=$(dotnet --version 2>/dev/null); then
    ok dotnet "SDK $version is installed."
  else
    fail_check dotnet "The SDK version in global.json is not installed. Install the .NET 10 SDK: https://dot.net/download"
  fi
}

check_packages() {
  local missing
  if ! command -v dpkg-query >/dev/null; then
    note packages "This is not Debian. Install these packages under your system's names for them: $EMULATOR_PACKAGES"
    return
  fi
  # shellcheck disable=SC2086 # a list of words
  missing=$(missing_packages $EMULATOR_PACKAGES)
  if [ -z "$missing" ]; then
    ok packages "Installed: $EMULATOR_PACKAGES."
  elif [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; then
    note packages "Missing: $missing. ./run.sh installs them."
  else
    fail_check packages "Missing: $missing. As root: apt-get install $missing"
  fi
}

bytes_at() { # FILE OFFSET COUNT: prints the bytes in hexadecimal
  od -An -tx1 -j "$2" -N "$3" -- "$1" 2>/dev/null | tr -d ' \n'
}

# A GBA game has 0x96 at 0xB2, a Game Boy game has its logo at 0x104; archives start with PK or 7z.
check_rom() { # FILE
  if [ ! -f "$1" ] || [ ! -r "$1" ]; then
    fail_check ROM "$1 is not a readable file. Choose another file with --rom."
  elif [ "$(bytes_at "$1" 178 1)" = 96 ] || [ "$(bytes_at "$1" 260 4)" = ceed6666 ]; then
    ok ROM "$1 is a game."
  elif [[ $(bytes_at "$1" 0 6) = 504b0304* || $(bytes_at "$1" 0 6) = 377abcaf271c ]]; then
    ok ROM "$1 is an archive; mGBA loads the first game in it."
  else
    fail_check ROM "$1 has no header of a Game Boy or Game Boy Advance game. Choose another file with --rom."
  fi
}

listener_of() { # PORT: prints " (PROGRAM, process ID)" if it is known
  local name
  name=$(ss -Hltnp "sport = :$1" 2>/dev/null | grep -o 'users:(("[^"]*",pid=[0-9]*' | sed 's/users:(("//; s/",pid=/, process /' | head -n 1)
  [ -z "$name" ] || echo " ($name)"
}

# key_file_of PORT: prints the script's key file, which it searches like lua/bridge/clients/key_file.lua; nothing if there is none
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

secret_of() { # PORT: prints the secret for a hello
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
    ok key "Bridge and script use the secret in BRIDGE_SCRIPT_SECRET."
    return
  elif [ -z "$file" ]; then
    note key "There is no key file for port $1 yet; the bridge creates one at its start. ./run.sh with its own emulator needs none."
    return
  fi
  read -r mode owner < <(stat -c '%a %u' -- "$file")
  if [ -L "$file" ] || [ ! -f "$file" ]; then
    fail_check key "$file is not a regular file, so the bridge ignores it. Delete it."
  elif [ ! -r "$file" ]; then
    fail_check key "This account can't read $file. Delete it, or change its owner to $(id -un)."
  elif [ "$owner" != 0 ] && [ "$owner" != "$(id -u)" ]; then
    fail_check key "Another account owns $file, so the bridge ignores it. Delete it, or change its owner to $(id -un)."
  elif [ $((8#$mode & 8#026)) != 0 ]; then # its group may read it, as in docker-compose.yml
    fail_check key "$file has mode $mode: other accounts can read or write it, so the bridge ignores it. Run: chmod 600 '$file'"
  elif ! head -n 1 "$file" | tr -d '\r' | grep -qE '^[!-~]{16,256}$'; then
    fail_check key "The first line of $file must be a secret of 16 to 256 characters. Delete the file; the bridge creates a new one."
  elif [ $((8#$mode & 8#040)) != 0 ]; then
    ok key "$file has a valid secret, and only this account and the file's group can read it."
  else
    ok key "$file has a valid secret, and only this account can read it."
  fi
}

# from_hex DIGITS: prints these bytes
from_hex() {
  printf '%b' "$(sed 's/../\\x&/g' <<<"$1")"
}

# hmac SECRET TEXT: prints the HMAC-SHA256 in hexadecimal (RFC 2104). The secret is in no command line.
hmac() {
  local key inner="" outer="" i digest
  key=$(printf %s "$1" | od -An -v -tx1 | tr -d ' \n')
  [ ${#key} -le 128 ] || key=$(printf %s "$1" | sha256sum | cut -c 1-64)
  for ((i = 0; i < 128; i += 2)); do
    printf -v inner '%s%02x' "$inner" $((0x0${key:i:2} ^ 0x36))
    printf -v outer '%s%02x' "$outer" $((0x0${key:i:2} ^ 0x5c))
  done
  digest=$({ from_hex "$inner"; printf %s "$2"; } | sha256sum | cut -c 1-64)
  { from_hex "$outer"; from_hex "$digest"; } | sha256sum | cut -c 1-64
}

# proof SECRET SIDE NONCE NONCE ADDRESS: prints the proof that a side knows the secret (docs/protocol/wire.md, "Hello")
proof() {
  hmac "$1" "$(printf 'bridge 3 %s\n%s\n%s\n%s\ndoctor' "$2" "$3" "$4" "$5")"
}

# read_reply: reads a message from descriptor 3 and prints it in one line. Its header is ID STATUS FRAME LENGTH ARGUMENT...; each read
# waits for three seconds at most.
read_reply() {
  local line length lines=""
  IFS= read -r -t 3 line <&3 || return
  read -r _ _ _ length _ <<<"$line"
  [ "$length" -gt 0 ] && IFS= read -r -t 3 -N "$length" lines <&3
  IFS= read -r -t 3 -N 7 _ <&3 # the terminator, <|END|>
  printf '%s %s\n' "${line//$'\r'/}" "${lines//$'\n'/ }"
}

# greet_script PORT: says hello and prints the reply with all facts in one line; nothing if there is no reply within three seconds.
# Says "1 unauthorized" itself if the script does not prove that it knows the secret: it gets no proof then.
greet_script() (
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit
  local secret nonce reply theirs proof address
  secret=$(secret_of "$1")
  nonce=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  printf '1 hello 1 0 3 doctor %s\n<|END|>' "$nonce" >&3
  reply=$(read_reply)
  case $reply in
    "1 ok "*) read -r _ _ _ _ theirs proof address <<<"$reply" ;;
    *) printf '%s\n' "$reply"; exit ;;
  esac
  if [ "$proof" = - ]; then
    printf '1 authenticate 1 0 -\n<|END|>' >&3
  elif [ -n "$secret" ] && [ "$proof" = "$(proof "$secret" script "$nonce" "$theirs" "$address")" ]; then
    printf '1 authenticate 1 0 %s\n<|END|>' "$(proof "$secret" client "$nonce" "$theirs" "$address")" >&3
  else
    printf '1 unauthorized \n'
    exit
  fi
  read_reply
) 2>/dev/null

fact() { # NAME FACTS: prints a fact of a reply, which has them as NAME=VALUE with %HH escapes
  local value
  value=$(grep -o " $1=[^ ]*" <<<"$2")
  value=${value#*=}
  # The reply is untrusted: the listening program may not be the script.
  printf '%b' "${value//%/\\x}" | tr -d '[:cntrl:]'
}

check_script() { # PORT
  if ! port_taken "$1"; then
    if [ -n "$with_emulator" ]; then
      note script "Nothing listens on port $1 yet. ./run.sh starts an emulator there;" \
        "your own mGBA listens there after you load lua/bridge.lua."
    else
      fail_check script "Nothing listens on port $1. Load $PWD/lua/bridge.lua in mGBA:" \
        "Tools > Scripting... > File > Load script. The console shows the port."
    fi
    return
  fi
  local reply
  reply=$(greet_script "$1")
  case $reply in
    "1 ok "*)
      script_replies=yes
      ok script "Version $(fact script "$reply") responds on port $1, in mGBA $(fact mgba "$reply")."
      if [ "$(fact platform "$reply")" = none ]; then
        fail_check game "No game is loaded. Load one in mGBA: File > Load ROM..."
      else
        local name
        name=$(fact title "$reply")
        name=${name:-$(fact file "$reply")}
        ok game "${name:-A game without a title} is running."
      fi ;;
    "1 unauthorized "*)
      fail_check script "The script on port $1 requires its secret. Set BRIDGE_SCRIPT_SECRET to the value that the script" \
        "was started with, or use the same key file for both (BRIDGE_KEY_FOLDER and Bridge__KeyFolder)." ;;
    "1 unsupported-version "*)
      fail_check script "The script on port $1 has another version. Load $PWD/lua/bridge.lua in mGBA; it replaces the old one." ;;
    "0 busy "*) fail_check script "The script on port $1 has no free connection. Stop other bridges." ;;
    "")
      fail_check script "Port $1$(listener_of "$1") accepts connections, but does not reply. Unpause the game in mGBA, or load one." \
        "If the program is not mGBA, choose another port with --script-port." ;;
    *)
      fail_check script "Another program$(listener_of "$1") listens on port $1 instead of the script." \
        "Stop it, or choose another port with --script-port and BRIDGE_SCRIPT_PORT." ;;
  esac
}

# emulators_in JSON: prints a line per emulator: name, state and advice, separated by tabs
emulators_in() {
  sed 's/.*"emulators":\[//; s/},{"name"/}\n{"name"/g' <<<"$1" |
    sed -n 's/^{"name":"\([^"]*\)","state":"\([^"]*\)".*"next":"\(.*\)"}.*/\1\t\2\t\3/p' | sed 's/\\"/"/g'
}

check_emulators() { # PORT
  local response name state sentence
  response=$(http_get "$1" /health)
  case $response in
    "HTTP/1.1 200 "*) ;;
    "HTTP/1.1 401 "*)
      note emulators "The bridge requires a token, so its emulators are not checked. To check them:" \
        "curl --noproxy '*' -H 'Authorization: Bearer TOKEN' http://127.0.0.1:$1/health"
      return ;;
    *) fail_check emulators "The bridge on port $1 does not report its emulators. Start it again; its log is in $logs."; return ;;
  esac
  while IFS=$'\t' read -r name state sentence; do
    case $state in
      running | held) ok "$name" "It is $state. $sentence" ;;
      *) fail_check "$name" "It is $state. $sentence" ;;
    esac
  done < <(emulators_in "$response")
}

check_bridge() { # PORT
  if ! bridge_port_taken "$1"; then
    ok port "Port $1 is free for the bridge.${script_replies:+ To use the running script: ./run.sh --no-emulator}"
  elif [ "$(http_get "$1" /health/live | tail -n 1)" = live ]; then
    ok bridge "It responds at http://127.0.0.1:$1"
    check_emulators "$1"
  else
    fail_check port "Another program$(listener_of "$1") listens on port $1. Stop it, or choose another port with --port."
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
