package org.bora.gridftp.control;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.watch.GridFtpEndpoint;

/** A process that checks one server and says what came of it. */
final class OneLogin {

  private OneLogin() {}

  public static void main(String[] args) throws IOException {
    GridFtpEndpoint server = new GridFtpEndpoint("a", "localhost", Integer.parseInt(args[0]), "");
    ServerTrustSettings trust =
        new ServerTrustSettings(Path.of(args[1]), true, Duration.ofMinutes(1));
    CredentialFiles proxy = new CredentialFiles.Proxy(Path.of(args[2]));
    try (var probe = new ProbeSettings.Authenticated(proxy, trust, true).open(Clock.systemUTC())) {
      System.out.println(probe.check(server, Duration.ofSeconds(30)));
    }
  }
}
