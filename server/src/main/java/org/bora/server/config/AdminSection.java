package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.admin.AdminSettings;
import org.bora.api.peer.PeerFiles;
import org.bora.port.PortBounds;
import org.bora.settings.Flat;
import org.bora.settings.Key;

/** The section of the admin port. Without a port its other keys have no effect. */
record AdminSection(
    @Key(least = "1", most = "65535") Optional<Integer> port,
    @Key(preset = "127.0.0.1", form = Key.Form.HOST, allowed = "an address of this machine")
        String address,
    @Key(preset = "/etc/bora/admin-ca.pem") Path ca,
    @Key(preset = "/etc/bora/admin-cert.pem") Path certificate,
    @Key(preset = "/etc/bora/admin-key.pem") Path key,
    @Key(allowed = "the subject of an administrator's certificate") List<String> readers,
    @Key(allowed = "the subject of an administrator's certificate") List<String> admins,
    @Key(preset = "10s", least = "100ms", most = "1d") Duration reloadCertificates,
    @Flat PortBounds bounds)
    implements Making<Optional<AdminSettings>> {

  @Override
  public Optional<AdminSettings> settings() {
    PeerFiles files = new PeerFiles(ca, certificate, key);
    return port.map(
        number ->
            new AdminSettings(address, number, files, readers, admins, reloadCertificates, bounds));
  }
}
