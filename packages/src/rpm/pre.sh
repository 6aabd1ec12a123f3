getent group bora >/dev/null || groupadd --system bora
getent passwd bora >/dev/null ||
  useradd --system --gid bora --home-dir /var/lib/bora --no-create-home --shell /sbin/nologin --comment "Bora SRM" bora
exit 0
