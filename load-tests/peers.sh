# Sourced by the benches of HTTP: servers of other sites on this machine, which know the try grid of the bench's own Bora.
# shellcheck shell=bash

# free_port: one that nothing listens at
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# start_xrootd DIR GRID [PORT]: an xrootd server with HTTP and third-party copies, which serves DIR/data to everybody who asks at
# https://localhost:$(cat DIR/port)/; as the user nobody where we are root, which it refuses to be
start_xrootd() {
  local dir=$1 grid=$2 port=${3:-$(free_port)} as=() n
  need xrootd xrootd-server
  [ -e "$(echo /usr/lib/*/libXrdHttpTPC-5.so | head -1)" ] || die "xrootd has no plugin for third-party copies: apt-get install xrootd-server-plugins xrootd-server"
  mkdir -p "$dir/data" "$dir/admin"
  cp "$grid/host/hostcert.pem" "$grid/host/hostkey.pem" "$dir/"
  chmod 600 "$dir/hostkey.pem"
  cat >"$dir/xrootd.cf" <<CONFIGURATION
xrd.port $port
xrd.protocol XrdHttp:$port libXrdHttp.so
oss.localroot $dir/data
all.export /
all.adminpath $dir/admin
all.pidpath $dir/admin
xrootd.chksum max 4 adler32
http.cert $dir/hostcert.pem
http.key $dir/hostkey.pem
http.cadir $grid/certificates
http.exthandler xrdtpc libXrdHttpTPC.so
http.selfhttps2http no
CONFIGURATION
  if [ "$(id -u)" = 0 ]; then as=(-R nobody); chown -R nobody "$dir" 2>/dev/null || :; fi # a copy that was cut off may vanish meanwhile
  echo "$port" >"$dir/port"
  X509_CERT_DIR=$grid/certificates setsid xrootd -c "$dir/xrootd.cf" -l "$dir/log" "${as[@]}" >"$dir/out" 2>&1 </dev/null &
  echo $! >"$dir/pid"
  for ((n = 0; n < 300; n++)); do
    curl -s -o /dev/null --capath "$grid/certificates" "https://localhost:$port/" && return
    kill -0 "$(cat "$dir/pid")" 2>/dev/null || break
    sleep 0.1
  done
  tail -20 "$dir/log" "$dir/out" >&2
  die "xrootd did not start"
}

stop_xrootd() { [ ! -s "$1/pid" ] || kill "$(cat "$1/pid")" 2>/dev/null || true; }

# start_beside HOME OTHER [YAML]: a Bora in a home of its own with the grid of another
start_beside() {
  local home=$1 other=$2
  mkdir -p "$home/data/testvo"
  chmod 755 "$home"
  sed "s|try-grid: true|try-grid: false|; s|: grid/|: $other/grid/|" "$other/bora.yaml" >"$home/bora.yaml"
  [ -z "${3:-}" ] || printf '%s\n' "$3" >>"$home/bora.yaml"
  "$BORA" up --background --home "$home" >"$home.log" 2>&1 || { cat "$home.log" >&2; die "Bora did not start beside the other"; }
}

# token_of HOME: for everything
token_of() { "$BORA" token --home "$1" --minutes 1200 --scope 'storage.read:/ storage.modify:/ storage.stage:/'; }

# http_of HOME: where it serves HTTP
http_of() { echo "https://localhost:$(sed -n 's/^http //p' "$1/ports")"; }
