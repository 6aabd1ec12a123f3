package org.bora.admin;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bora.port.GuardedPort;
import org.bora.port.PortBounds;
import org.bora.port.PortSettings;

/**
 * The administrators' page for the holder of a link: HTTP on the loopback interface, on a port that
 * the system chooses. It opens with the first link and closes when all links and browsers have
 * expired. Life cycle: make once, {@link #close} once. Thread safe.
 */
public final class LinkPort implements AutoCloseable {
  private static final int HEADER_BYTES = 16 << 10;
  private static final String LOOPBACK = "127.0.0.1";

  /** A browser keeps six; several browsers of one address. */
  private static final PortBounds BOUNDS = new PortBounds(64, 48, 48, Duration.ofSeconds(30));

  private final Supplier<AdminRoutes> routes;
  private final PageLinks links;
  private final ScheduledFuture<?> looks;
  private Optional<GuardedPort> port = Optional.empty();
  private boolean closed;

  /**
   * A link for people.
   *
   * @param url for a browser of this machine
   * @param seconds until it must have been opened
   */
  public record PageLink(String url, long seconds) {
    public PageLink {
      Objects.requireNonNull(url, "url");
    }
  }

  /**
   * Nothing is open yet.
   *
   * @param routes what can be asked; got when the port is opened
   * @param timer looks whether the port is still needed
   */
  public LinkPort(
      Supplier<AdminRoutes> routes, ScheduledExecutorService timer, InstantSource clock) {
    this.routes = Objects.requireNonNull(routes, "routes");
    this.links = new PageLinks(clock);
    this.looks = timer.scheduleWithFixedDelay(this::closeUnused, 1, 1, TimeUnit.MINUTES);
  }

  /**
   * Makes a link.
   *
   * @throws IOException no port can be had
   */
  public synchronized PageLink link() throws IOException {
    if (closed) {
      throw new IOException("this process is about to end");
    }
    if (port.isEmpty()) {
      GuardedPort opened =
          new GuardedPort(
              new PortSettings("page", LOOPBACK, 0, HEADER_BYTES, BOUNDS, Optional.empty()),
              new AdminHandler(routes.get(), new LinkCallers(links)));
      opened.open();
      port = Optional.of(opened);
    }
    String url = "http://" + LOOPBACK + ":" + port.get().port() + "/#link=" + links.make();
    return new PageLink(url, PageLinks.TO_OPEN.toSeconds());
  }

  /** Closes the port if all links and browsers have expired. */
  synchronized void closeUnused() {
    if (port.isPresent() && links.isUnused()) {
      port.get().close();
      port = Optional.empty();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    looks.cancel(false);
    port.ifPresent(GuardedPort::close);
    port = Optional.empty();
  }
}
