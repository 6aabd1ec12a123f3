package org.bora.gridftp.control;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.gridftp.gss.DelegationMode;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.watch.CheckResult;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.ServerProbe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs in as a client would, without delegation, and sends NOOP. The credential is read for each
 * check, so a renewed one is used at once. If the credential cannot be used, the probe only reads
 * the servers' greeting, and logs the problem once.
 */
final class LoginProbe implements ServerProbe {

  private static final Logger LOG = LoggerFactory.getLogger(LoginProbe.class);
  private static final String NONE = "";

  private final ControlClient client;
  private final CredentialFiles files;
  private final PeerTrust trust;
  private final boolean loginRequired;
  private final Clock clock;
  private final AtomicReference<String> trouble = new AtomicReference<>(NONE);

  /**
   * Makes the probe, which closes {@code trust} when it is closed itself.
   *
   * @param loginRequired see {@link ProbeSettings.Authenticated}
   */
  LoginProbe(
      ControlClient client,
      CredentialFiles files,
      PeerTrust trust,
      boolean loginRequired,
      Clock clock) {
    this.client = client;
    this.files = files;
    this.trust = trust;
    this.loginRequired = loginRequired;
    this.clock = clock;
  }

  @Override
  public CheckResult check(GridFtpEndpoint server, Duration timeout) {
    GsiCredential credential;
    try {
      credential = usableCredential();
    } catch (IOException e) {
      return greeting(server, timeout, e.getMessage());
    }
    if (!trouble.getAndSet(NONE).isEmpty()) {
      LOG.info("the credential for checking GridFTP servers can be used again");
    }
    try {
      return login(server, credential, timeout);
    } catch (IOException e) {
      return new CheckResult.Failed(e.getMessage());
    }
  }

  private GsiCredential usableCredential() throws IOException {
    GsiCredential credential = new GsiCredential(files.read(), trust, DelegationMode.NONE, clock);
    if (credential.getRemainingLifetime() == 0) {
      throw new IOException(files + " ended " + credential.notAfter());
    }
    return credential;
  }

  private CheckResult greeting(GridFtpEndpoint server, Duration timeout, String why) {
    if (!trouble.getAndSet(why).equals(why)) {
      LOG.error(
          "the credential for checking GridFTP servers cannot be used, only greetings count: {}",
          why);
    }
    return new GreetingProbe(client).check(server, timeout);
  }

  private CheckResult login(GridFtpEndpoint server, GsiCredential credential, Duration timeout)
      throws IOException {
    Deadline deadline = Deadline.in(timeout);
    return switch (client.login(server.host(), server.port(), credential, timeout)) {
      case CommandAnswer.Given<ControlSession>(ControlSession session) ->
          answered(session, deadline);
      case CommandAnswer.Refused<ControlSession> refused -> unmapped(credential, refused);
    };
  }

  private static CheckResult answered(ControlSession session, Deadline deadline)
      throws IOException {
    try (session) {
      return switch (session.noop(Duration.ofMillis(deadline.millisLeft()))) {
        case CommandAnswer.Given<String> _ -> new CheckResult.Passed("logged in and answering");
        case CommandAnswer.Refused<String> refused -> new CheckResult.Failed("NOOP: " + refused);
      };
    }
  }

  private CheckResult unmapped(
      GsiCredential credential, CommandAnswer.Refused<ControlSession> refused) {
    String what = "it maps " + credential.getName() + " to no local user (" + refused + ")";
    return loginRequired
        ? new CheckResult.Failed(what)
        : new CheckResult.Passed(
            "both sides authenticated; " + what + ", which is enough for this check");
  }

  @Override
  public void close() {
    trust.close();
  }
}
