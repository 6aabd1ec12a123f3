# shellcheck shell=bash
# machine.sh - a clean Debian 13 with a systemd of its own, by systemd-nspawn, for packages/smoke and packages/ansible/test.
#
# Sourced with these variables: D      directory that keeps what is downloaded
#                               R      directory of the machine's files, made anew each time
#                               host   name of the machine
# and a function die, which ends the script with a message.
# shellcheck disable=SC2154   # those variables

# machine_needs: prints what this computer lacks, if anything
machine_needs() {
  local c
  [ "$(id -u)" = 0 ] || { echo "root"; return; }
  for c in mmdebstrap systemd-nspawn; do
    command -v $c >/dev/null || { echo "$c (apt-get install mmdebstrap systemd-container)"; return; }
  done
}

# machine_base: fetches a clean Debian, the first time
machine_base() {
  mkdir -p "$D/archives"
  [ -s "$D/debian13.tar" ] && return
  mmdebstrap -q --format=tar --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates trixie "$D/debian13.tar.new" || return 1
  mv "$D/debian13.tar.new" "$D/debian13.tar"
}

# machine_make [NAME...]: unpacks it; each NAME is a further name of 127.0.0.1
machine_make() {
  local name
  rm -rf --one-file-system "$R"; mkdir "$R"; tar -xf "$D/debian13.tar" -C "$R"
  echo force-unsafe-io > "$R/etc/dpkg/dpkg.cfg.d/smoke"   # thrown away soon
  printf '%s\n' "127.0.0.1 localhost" "127.0.1.1 $host ${host%%.*}" > "$R/etc/hosts"
  for name in "$@"; do echo "127.0.0.1 $name" >> "$R/etc/hosts"; done
  echo "$host" > "$R/etc/hostname"
}

# machine_nspawn ARGUMENT...: systemd-nspawn in place of the (sub)shell that calls it. Its notes belong on a tmpfs, which /run is not everywhere
machine_nspawn() {
  mkdir -p /run/systemd/nspawn
  exec unshare -m /bin/sh -c 'mount -t tmpfs none /run/systemd/nspawn && exec "$@"' -- systemd-nspawn -q -D "$R" --hostname="$host" --register=no --keep-unit --bind="$D/archives:/var/cache/apt/archives" "$@"
}

# machine_before COMMAND...: runs a command in the files of the machine, with this computer's network; no systemd runs there
machine_before() {
  (machine_nspawn --resolv-conf=copy-host --pipe --setenv=DEBIAN_FRONTEND=noninteractive --chdir=/root -- "$@")
}

machine_pid=
# machine_boot: starts the machine, with a network of its own
machine_boot() {
  # on the unified hierarchy: newer systemds do not know another
  export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
  machine_nspawn --private-network --resolv-conf=off --console=passive -b </dev/null >"$D/boot.log" 2>&1 &
  machine_pid=$!
  for _ in $(seq 300); do
    case $(machine_inside systemctl is-system-running 2>/dev/null || :) in running | degraded) break ;; esac
    sleep 0.2
  done
  machine_inside true || die "the machine did not start, see $D/boot.log"
}

machine_inside() {
  local one
  one=$(pgrep -P "$machine_pid" -x systemd) && nsenter -t "$one" -m -u -i -n -p -r -w "$@"
}

# machine_run COMMAND...: runs a command in the machine that was started, with a clean environment, in /root
machine_run() { machine_inside env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 /bin/bash -c 'cd /root && exec "$@"' -- "$@"; }

machine_stop() {
  [ -z "$machine_pid" ] || { kill -TERM "$machine_pid" 2>/dev/null; wait "$machine_pid" 2>/dev/null || :; }
}
