package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.admin.AdminSettings;
import org.bora.api.peer.PeerFiles;
import org.bora.door.PortBounds;

/** Reads the section {@code admin}. */
final class AdminSection {
  private AdminSection() {}

  /** Empty where there is no port; its other keys mean nothing then. */
  static Optional<AdminSettings> read(Section section, Path base) {
    Optional<Integer> port = section.optional("port", Values.port());
    String address =
        section.value("address", Values.host("an address of this machine"), "127.0.0.1");
    ValueType<Path> path = Values.path(base);
    PeerFiles files =
        new PeerFiles(
            section.value("ca", path, "/etc/bora/admin-ca.pem"),
            section.value("certificate", path, "/etc/bora/admin-cert.pem"),
            section.value("key", path, "/etc/bora/admin-key.pem"));
    ValueType<String> subject = Values.text("the subject of an administrator's certificate");
    List<String> readers = section.list("readers", subject);
    List<String> admins = section.list("admins", subject);
    Duration reload =
        section.value(
            "reload-certificates",
            Values.duration(Duration.ofMillis(100), Duration.ofDays(1)),
            "10s");
    PortBounds bounds =
        PortBoundsSection.read(section, AdminSettings.presetBounds())
            .orElseGet(AdminSettings::presetBounds);
    section.finish();
    return port.flatMap(
        number ->
            section.build(
                () -> new AdminSettings(address, number, files, readers, admins, reload, bounds)));
  }
}
