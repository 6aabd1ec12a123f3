# Sourced: finds a Docker engine, or starts one by hand that goes away with its directory.
# shellcheck shell=bash
#
# engine_find      DOCKER and COMPOSE are set where an engine answers; else 1
# engine_start DIR dockerd as root with everything of it in DIR: its own socket, images, containers; else 1 and ENGINE_LACKS says what it needs
#                  the firewall and the sysctls of the machine stay as they are: containers reach each other on a bridge, ports of loopback by a proxy
# engine_end DIR   ends it, with its bridges
# engine_stop DIR  ends it and removes DIR and what else it made
# engine_package COMMAND PACKAGE   root gets it installed, others are told how

ENGINE_LACKS=
# what dockerd makes beside its directories, in a machine that has not got it
ENGINE_MAKES=(/etc/docker /etc/docker/key.json /run/docker /run/docker/plugins)
for group in /sys/fs/cgroup /sys/fs/cgroup/*; do ENGINE_MAKES+=("$group/docker"); done

engine_package() {
  command -v "$1" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # in a shell of its own, so that Ctrl-C too takes away what it puts there
    (
      apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$2")
      trap 'exit 130' INT TERM
      # a package that wants to start a service must not: the machine is not ours
      [ -e /usr/sbin/policy-rc.d ] || { trap 'rm -f /usr/sbin/policy-rc.d' EXIT; printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d; chmod 755 /usr/sbin/policy-rc.d; }
      "${apt[@]}" >/dev/null 2>&1 || { apt-get update >/dev/null 2>&1 && "${apt[@]}" >/dev/null 2>&1; }
    ) || :
  fi
  command -v "$1" >/dev/null || { ENGINE_LACKS="$1 (apt-get install $2)"; return 1; }
}

# shellcheck disable=SC2034  # COMPOSE is for who sources this
engine_compose() {
  # docker-compose of Debian reads DOCKER_HOST, the plugin of newer engines is a verb of docker
  if docker compose version >/dev/null 2>&1; then
    COMPOSE=(docker compose)
  elif engine_package docker-compose docker-compose; then
    COMPOSE=(docker-compose)
  else
    return 1
  fi
}

engine_find() {
  command -v docker >/dev/null && docker version --format '{{.Server.Version}}' >/dev/null 2>&1 && engine_compose
}

# Without rules of its own for them, what one container sends another must pass the FORWARD chain where bridges are filtered.
engine_forwards() {
  [ "$(cat /proc/sys/net/bridge/bridge-nf-call-iptables 2>/dev/null || echo 0)" = 0 ] || ! iptables -S FORWARD 2>/dev/null | grep -q '^-P FORWARD DROP' || {
    ENGINE_LACKS="a Docker engine of the machine: the firewall here forwards nothing (iptables -S FORWARD), and an engine by hand leaves it so"
    return 1
  }
}

engine_start() {
  local dir=$1 storage end path
  [ "$(id -u)" = 0 ] || { ENGINE_LACKS="a Docker engine that $(id -un) may use (group docker), or root to start one"; return 1; }
  engine_package dockerd docker.io || return 1
  engine_package iptables iptables || return 1
  engine_forwards || return 1
  mkdir -p "$dir"/{data,exec}
  for path in "${ENGINE_MAKES[@]}"; do [ -e "$path" ] || echo "$path"; done >"$dir/made"
  # overlay2 where the kernel and the filesystem below DIR have it; vfs copies everything and works everywhere
  for storage in overlay2 vfs; do
    # a session of its own: Ctrl-C is for who started it, and he still takes his containers down
    setsid dockerd --data-root "$dir/data" --exec-root "$dir/exec" --host "unix://$dir/docker.sock" --pidfile "$dir/pid" --bridge=none --ip 127.0.0.1 \
      --iptables=false --ip6tables=false --ip-masq=false --ip-forward=false --storage-driver "$storage" "${ENGINE_OPTIONS[@]}" </dev/null >"$dir/log" 2>&1 &
    echo $! >"$dir/started"
    end=$((SECONDS + 40))
    while kill -0 "$(cat "$dir/started")" 2>/dev/null && [ $SECONDS -lt $end ]; do
      if DOCKER_HOST=unix://$dir/docker.sock docker version >/dev/null 2>&1; then
        export DOCKER_HOST=unix://$dir/docker.sock
        engine_compose && return
        break
      fi
      sleep 0.2
    done
    engine_end "$dir"
  done
  [ -n "$ENGINE_LACKS" ] || ENGINE_LACKS="a kernel that runs dockerd; it said: $(grep -E 'level=(error|fatal)|failed' "$dir/log" | tail -2 | cut -c1-300)"
  return 1
}

engine_end() {
  local pid bridge bridges=''
  pid=$(cat "$1/started" 2>/dev/null) || return 0
  bridges=$(timeout 10 docker --host "unix://$1/docker.sock" network ls -q --filter driver=bridge 2>/dev/null) || :
  kill "$pid" 2>/dev/null || :
  for _ in $(seq 150); do kill -0 "$pid" 2>/dev/null || break; sleep 0.2; done
  kill -9 "$pid" 2>/dev/null || :
  for bridge in $bridges; do ip link delete "br-$bridge" 2>/dev/null || :; done
  rm -f "$1/started"
}

engine_stop() {
  engine_end "$1"
  # what a killed engine left mounted
  local path
  while read -r path; do umount -l "$path" 2>/dev/null || :; done < <(awk -v d="$1/" 'index($2, d) == 1 {print $2}' /proc/mounts | sort -r)
  # deepest first: directories that are empty now, groups of no process, the engine's key
  while read -r path; do
    if [ -d "$path" ]; then find "$path" -depth -type d -exec rmdir {} + 2>/dev/null || :; else rm -f "$path"; fi
  done < <(sort -r "$1/made" 2>/dev/null)
  rm -rf "$1"
}
