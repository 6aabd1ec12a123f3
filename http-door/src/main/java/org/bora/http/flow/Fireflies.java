package org.bora.http.flow;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends fireflies to the collectors of the settings. A copy never waits for one: what cannot be
 * sent at once is dropped. Thread safe.
 */
public final class Fireflies implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Fireflies.class);
  private static final long TOLD_EVERY_MILLIS = Duration.ofMinutes(5).toMillis();

  private final List<InetSocketAddress> collectors;
  private final String host;
  private final String application;
  private final Clock clock;
  private final DatagramChannel channel;
  private final AtomicLong told = new AtomicLong();

  private Fireflies(
      List<InetSocketAddress> collectors,
      String host,
      String application,
      Clock clock,
      DatagramChannel channel) {
    this.collectors = List.copyOf(collectors);
    this.host = Objects.requireNonNull(host, "host");
    this.application = Objects.requireNonNull(application, "application");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.channel = Objects.requireNonNull(channel, "channel");
  }

  /**
   * Opens a socket to send from.
   *
   * @param collectors none: nothing is sent; names are looked up before this
   * @param host this machine, as collectors know it
   */
  public static Fireflies open(
      List<InetSocketAddress> collectors, String host, String application, Clock clock)
      throws IOException {
    boolean six = collectors.stream().anyMatch(Fireflies::isSix);
    DatagramChannel channel =
        six ? DatagramChannel.open() : DatagramChannel.open(StandardProtocolFamily.INET);
    channel.configureBlocking(false);
    return new Fireflies(collectors, host, application, clock, channel);
  }

  private static boolean isSix(InetSocketAddress collector) {
    return collector.getAddress() instanceof Inet6Address;
  }

  Clock clock() {
    return clock;
  }

  boolean areWanted() {
    return !collectors.isEmpty();
  }

  void send(Firefly firefly) {
    byte[] datagram = firefly.datagram(host, application);
    for (InetSocketAddress collector : collectors) {
      try {
        channel.send(ByteBuffer.wrap(datagram), collector);
      } catch (IOException | RuntimeException e) {
        tell(collector, e);
      }
    }
  }

  private void tell(InetSocketAddress collector, Exception why) {
    long now = clock.millis();
    long last = told.get();
    if (now - last >= TOLD_EVERY_MILLIS && told.compareAndSet(last, now)) {
      LOG.warn(
          "SciTags packets (fireflies) cannot be sent to {}: {}",
          collector,
          String.valueOf(why.getMessage()));
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
