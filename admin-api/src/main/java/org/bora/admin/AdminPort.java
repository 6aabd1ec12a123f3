package org.bora.admin;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.wire.PeerCredentials;
import org.bora.port.GuardedPort;
import org.bora.port.PortSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port on which administrators ask, over HTTPS with certificates on both sides. Who has none of
 * an authority named in the settings gets no further than the handshake. Life cycle: open once,
 * close once.
 */
public final class AdminPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminPort.class);
  private static final int HEADER_BYTES = 16 << 10;

  private final GuardedPort port;
  private final PeerCredentials credentials;
  private final KnownAdministrators known;
  private final InstantSource clock;
  private final ScheduledFuture<?> renewal;

  private AdminPort(
      AdminSettings settings,
      AdminRoutes routes,
      PeerCredentials credentials,
      ScheduledExecutorService timer,
      InstantSource clock)
      throws GeneralSecurityException {
    this.credentials = credentials;
    this.clock = clock;
    known = new KnownAdministrators(settings.readers(), settings.admins());
    port =
        new GuardedPort(
            new PortSettings(
                "admin",
                settings.address(),
                settings.port(),
                HEADER_BYTES,
                settings.bounds(),
                Optional.of(new PortSettings.Tls(credentials.context(), true))),
            new AdminHandler(routes, new CertificateCallers(known, credentials, clock)));
    long every = settings.reload().toMillis();
    renewal = timer.scheduleWithFixedDelay(this::renew, every, every, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins to listen.
   *
   * @param timer looks for renewed certificates
   * @throws IOException the port or a file cannot be used; with a sentence for the administrator
   */
  public static AdminPort open(
      AdminSettings settings, AdminRoutes routes, ScheduledExecutorService timer)
      throws IOException {
    return open(settings, routes, timer, InstantSource.system());
  }

  /** The same, where a test sets the clock. */
  static AdminPort open(
      AdminSettings settings,
      AdminRoutes routes,
      ScheduledExecutorService timer,
      InstantSource clock)
      throws IOException {
    AdminPort port;
    try {
      PeerCredentials credentials = PeerCredentials.ofBackend(settings.files());
      port = new AdminPort(settings, routes, credentials, timer, clock);
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the certificates of 'admin' cannot be used: " + unusable.getMessage(), unusable);
    } catch (IOException unreadable) {
      throw new IOException(
          "the certificates of 'admin' cannot be read: " + unreadable, unreadable);
    }
    try {
      port.port.open();
      return port;
    } catch (IOException failure) {
      port.close();
      throw new IOException(
          "the administrators' "
              + failure.getMessage()
              + "; say which by admin.port and admin.address",
          failure);
    }
  }

  private void renew() {
    try {
      if (credentials.refresh()) {
        LOG.info("renewed certificates of 'admin' are in use");
      }
    } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
      LOG.error(
          "the new certificates of 'admin' cannot be used, the old ones stay in use: {}",
          unusable.getMessage());
    }
  }

  /** From now on those named here are answered, and no others, also on open connections. */
  public void admit(List<String> readers, List<String> admins) {
    known.become(readers, admins);
  }

  /**
   * The expiry of the port's certificates, of its authorities, and of the first administrator's
   * certificate.
   */
  public List<CertificateEnd> certificates() {
    List<CertificateEnd> ends = new ArrayList<>(credentials.ends("admin"));
    known.firstEnd(clock.instant()).ifPresent(ends::add);
    return ends;
  }

  /** Where it listens. */
  public int port() {
    return port.port();
  }

  @Override
  public void close() {
    renewal.cancel(false);
    port.close();
  }
}
