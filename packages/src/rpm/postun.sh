[ "$1" -ne 0 ] || rm -rf /var/cache/bora
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload || :
  # a new version takes the place of one that runs. One after the other: together, systemd would stop both at once and start the frontend
  # only when the backend serves
  if [ "$1" -ge 1 ]; then
    for unit in bora-backend bora-frontend bora-door bora; do systemctl try-restart $unit.service || :; done
  fi
fi
exit 0
