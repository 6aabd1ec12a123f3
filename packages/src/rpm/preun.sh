if [ "$1" -eq 0 ] && [ -d /run/systemd/system ]; then
  systemctl --no-reload disable --now bora-frontend.service bora-door.service bora-backend.service bora.service || :
fi
exit 0
