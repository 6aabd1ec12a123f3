package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.admin.AdminSettings;
import org.bora.api.peer.PeerFiles;
import org.bora.port.PortBounds;

/** The section of the port for administrators. Without a port its other keys mean nothing. */
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
    @Key(preset = "200", least = "4", most = "100000") int connections,
    @Key(preset = "100", least = "1", most = "100000") int connectionsPerAddress,
    @Key(preset = "50", least = "1", most = "100000") int connectionsPerCaller,
    @Key(preset = "30s", least = "1s", most = "10m") Duration requestTimeout)
    implements Making<Optional<AdminSettings>> {

  @Override
  public Optional<AdminSettings> settings() {
    PortBounds bounds =
        new PortBounds(connections, connectionsPerAddress, connectionsPerCaller, requestTimeout);
    PeerFiles files = new PeerFiles(ca, certificate, key);
    return port.map(
        number ->
            new AdminSettings(address, number, files, readers, admins, reloadCertificates, bounds));
  }
}
