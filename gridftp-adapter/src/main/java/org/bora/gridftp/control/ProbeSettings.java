package org.bora.gridftp.control;

import java.time.Clock;
import java.util.Objects;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.gss.ServerTrustSettings;
import org.bora.gridftp.watch.ServerProbe;

/** The extent of a health check of a GridFTP server. */
public sealed interface ProbeSettings {

  /**
   * With a credential: the server must prove its name, accept ours, and answer.
   *
   * @param loginRequired whether a server that accepts the credential but maps it to no local user
   *     counts as down. Off by default: a host certificate is in few grid-mapfiles; on, it also
   *     finds a broken mapping, which would refuse every client.
   */
  record Authenticated(CredentialFiles credential, ServerTrustSettings trust, boolean loginRequired)
      implements ProbeSettings {
    public Authenticated {
      Objects.requireNonNull(credential, "credential");
      Objects.requireNonNull(trust, "trust");
    }

    @Override
    public ServerProbe open(Clock clock) {
      return new LoginProbe(
          new ControlClient(new HostAddresses()),
          credential,
          new PeerTrust(trust),
          loginRequired,
          clock);
    }
  }

  /** Without a credential: the server must send an FTP greeting. */
  record GreetingOnly() implements ProbeSettings {
    @Override
    public ServerProbe open(Clock clock) {
      return new GreetingProbe(new ControlClient(new HostAddresses()));
    }
  }

  /** The probe; close it after the watch that uses it. */
  ServerProbe open(Clock clock);
}
