# Sourced by the matrices: one check after the other, with a line for each. Needs $only, $log, $W (a directory), $T (seconds), $NA.
# shellcheck shell=bash
n=0 pass=0 fail=0 skip=0 OUT=
sum() { python3 -c 'import sys,zlib
v=1
with open(sys.argv[1],"rb") as f:
    for b in iter(lambda: f.read(1<<20), b""): v=zlib.adler32(b,v)
print("%08x"%v)' "$1"; }
now() { echo "${EPOCHREALTIME//[.,]/}"; }   # microseconds; the locale says what stands before their last six digits
since() { local us=$(($(now) - $1)); printf '%d.%06d' $((us / 1000000)) $((us % 1000000)); }
line() { printf '%-4s %7.2f  %s%s\n' "$1" "$2" "$3" "${4:+  [$4]}"; case $1 in PASS) pass=$((pass+1));; FAIL) fail=$((fail+1));; *) skip=$((skip+1));; esac; }
check() { # name expected-status('0', 'n' any error, 'a,b' one of) test-after('' or shell text) command...
  local name=$1 want=$2 after=$3 t0 took rc why=; shift 3
  grep -Eq -- "$only" <<<"$name" || return 0
  n=$((n+1)); OUT=$log/$(printf %02d $n)-$(tr -c 'A-Za-z0-9.\n-' _ <<<"$name")
  local cmd=("$@"); [[ $1 == gfal-* && -n $NA ]] && cmd=("$NA" "$@")
  t0=$(now); timeout -k 5 "$T" "${cmd[@]}" >"$OUT" 2>&1 </dev/null; rc=$?; took=$(since "$t0")
  { echo; echo "# ${cmd[*]}"; echo "# exit $rc, expected $want"; } >> "$OUT.cmd"
  case $want in n) [ $rc -ne 0 ] && [ $rc -ne 124 ] && [ $rc -ne 134 ] || why="exit $rc, an error was due";;
    *) [[ ,$want, == *,$rc,* ]] || why="exit $rc, not $want: $(grep -v '^WARNING' "$OUT" | tr '\n' ' ' | head -c 220)";; esac
  [ -z "$why" ] && [ -n "$after" ] && { eval "$after" >>"$OUT.cmd" 2>&1 || why="after: $after"; }
  line "$([ -z "$why" ] && echo PASS || echo FAIL)" "$took" "$name" "$why"
}
have() { command -v "$1" >/dev/null; }
# total WHAT: the last line, and the exit status
total() {
  echo "TOTAL pass=$pass fail=$fail skip=$skip $1 log=$([ "$log" = "$W/log" ] && echo none || echo "$log")"
  [ $fail -eq 0 ]
}
