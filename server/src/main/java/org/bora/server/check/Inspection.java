package org.bora.server.check;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.admin.AdminSettings;
import org.bora.api.peer.PeerFiles;
import org.bora.server.config.Configuration;
import org.bora.server.config.CredentialSettings;
import org.bora.server.config.GridFtpSettings;
import org.bora.server.config.SecretFiles;
import org.bora.server.home.Home;

/**
 * Checks everything on this machine that a configuration names, before any of it is used. What
 * would fail a minute after the start is reported before the start, all at once. No other machine
 * is asked; a database is looked at by {@link DatabaseLook}.
 *
 * @param half what is to run
 * @param home of an all-in-one Bora
 */
public record Inspection(Configuration configuration, Half half, Optional<Path> home) {

  /** What does not go together; none where all is well. */
  public List<MachineFinding> look(InstantSource clock) {
    Instant now = clock.instant();
    List<MachineFinding> findings = new ArrayList<>();
    secrets(findings);
    credentials(now, findings);
    addresses(findings);
    configuration.admin().ifPresent(admin -> administrators(admin, now, findings));
    if (half.hasPeers()) {
      peers(now, findings);
    }
    if (half.hasAreas()) {
      findings.addAll(new AreaCheck(configuration, home).look());
    }
    if (half.hasEngine()) {
      findings.addAll(new TapeCheck(configuration.backend().tape().libraries()).look(now));
      configuration
          .backend()
          .database()
          .passwordFile()
          .flatMap(
              file ->
                  Named.file(
                      "database.password-file",
                      file,
                      "write the password of database.user into it, mode 0600"))
          .ifPresent(findings::add);
    }
    return findings;
  }

  private void secrets(List<MachineFinding> findings) {
    SecretFiles.Report report = SecretFiles.of(configuration).look();
    report.refusals().forEach(text -> findings.add(MachineFinding.grave("secret", text)));
    report.warnings().forEach(text -> findings.add(MachineFinding.warning("secret", text)));
  }

  /** {@code up} makes those of a try grid: they need not be there yet. */
  private void credentials(Instant now, List<MachineFinding> findings) {
    CredentialSettings files = configuration.credentials();
    boolean shown = configuration.backend().doors().probe() != GridFtpSettings.Probe.GREETING;
    if ((half.hasClients() || shown) && !madeAtTheStart(files)) {
      findings.addAll(
          new CredentialCheck("credentials", files.certificate(), files.key()).look(now));
    }
    if (configuration.tryGrid()) {
      return;
    }
    Named.directory(
            "credentials.trust",
            files.trust(),
            "install the grid's CA certificates there, or correct the path")
        .ifPresent(findings::add);
    if (half.hasClients()) {
      Named.directory("credentials.vomsdir", files.vomsdir(), "without it no VO is believed")
          .ifPresent(each -> findings.add(MachineFinding.warning(each.key(), each.text())));
    }
  }

  private boolean madeAtTheStart(CredentialSettings files) {
    return configuration.tryGrid()
        && home.map(Home::new)
            .map(
                own ->
                    files.certificate().equals(own.tryCertificate())
                        && files.key().equals(own.tryKey()))
            .orElse(true);
  }

  private void addresses(List<MachineFinding> findings) {
    if (half.hasClients()) {
      AddressCheck.look("endpoint.address", configuration.endpoint().address())
          .ifPresent(findings::add);
      if (configuration.frontend().health().port().isPresent()) {
        AddressCheck.look("health.address", configuration.frontend().health().address())
            .ifPresent(findings::add);
      }
    }
    if (half == Half.BACKEND) {
      configuration
          .link()
          .serve()
          .flatMap(serve -> AddressCheck.look("link.address", serve.host()))
          .ifPresent(findings::add);
    }
    if (half == Half.ALL && configuration.gridftp().run()) {
      findings.addAll(AreaCheck.beyond(configuration));
      AddressCheck.look("gridftp.address", configuration.gridftp().address())
          .ifPresent(findings::add);
    }
  }

  /** An expired certificate locks out administrators, but not clients. */
  private void administrators(AdminSettings admin, Instant now, List<MachineFinding> findings) {
    AddressCheck.look("admin.address", admin.address()).ifPresent(findings::add);
    if (configuration.tryGrid()) {
      return;
    }
    PeerFiles files = admin.files();
    Named.file(
            "admin.ca", files.authorities(), "put the CA certificate for administrators there, PEM")
        .ifPresent(findings::add);
    findings.addAll(
        new CredentialCheck("admin", files.certificate(), files.key(), false).look(now));
  }

  private void peers(Instant now, List<MachineFinding> findings) {
    Optional<PeerFiles> files =
        half == Half.BACKEND
            ? configuration.link().serve().map(serve -> serve.credentials())
            : configuration.link().dispatch().map(dispatch -> dispatch.credentials());
    files.ifPresent(
        peer -> {
          Named.file(
                  "link.authorities",
                  peer.authorities(),
                  "put the CA certificate for the other side of the link there, PEM")
              .ifPresent(findings::add);
          findings.addAll(new CredentialCheck("link", peer.certificate(), peer.key()).look(now));
        });
  }
}
