package org.bora.frontend.dispatch;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.wire.PeerCredentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backends, one channel each. A channel is ready while it is connected and the backend's health
 * service says so; a backend that drains says it no longer does before it stops. Thread safe.
 *
 * <p>The connections use gRPC's shaded Netty: the SRM port loads Netty's tcnative library of its
 * own version, and one process holds both only because the shaded one has other names.
 */
public final class BackendPool implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackendPool.class);

  /** Health of the whole server (grpc.health.v1: the empty service name). */
  private static final Map<String, ?> WATCH_HEALTH =
      Map.of(
          "loadBalancingConfig", List.of(Map.of("round_robin", Map.of())),
          "healthCheckConfig", Map.of("serviceName", ""));

  private static final Duration SILENCE_BEFORE_PROBE = Duration.ofSeconds(20);
  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(5);

  private final List<ManagedChannel> channels;
  private final AtomicInteger turn = new AtomicInteger();
  private final Runnable whenClosed;

  BackendPool(List<ManagedChannel> channels, Runnable whenClosed) {
    this.channels = List.copyOf(channels);
    this.whenClosed = whenClosed;
  }

  /**
   * The one backend in this process.
   *
   * @param name the name its server was made with
   */
  public static BackendPool inProcess(String name) {
    return new BackendPool(
        List.of(InProcessChannelBuilder.forName(name).directExecutor().disableRetry().build()),
        () -> {});
  }

  /**
   * Backends elsewhere, over mutual TLS. Connecting begins at once; nothing waits for it.
   *
   * @param timer runs the short look at lost backends and changed files
   * @throws IOException a file of the credentials cannot be read
   * @throws GeneralSecurityException what is in it cannot be used
   */
  public static BackendPool overTls(DispatchSettings settings, ScheduledExecutorService timer)
      throws IOException, GeneralSecurityException {
    PeerCredentials credentials = PeerCredentials.ofFrontend(settings.credentials());
    List<ManagedChannel> channels =
        settings.backends().stream().map(at -> channel(at, settings, credentials)).toList();
    channels.forEach(channel -> channel.getState(true));
    long nanos = settings.lookAgainEvery().toNanos();
    Future<?> looking =
        timer.scheduleWithFixedDelay(
            () -> lookAgain(channels, credentials), nanos, nanos, TimeUnit.NANOSECONDS);
    return new BackendPool(channels, () -> looking.cancel(false));
  }

  private static ManagedChannel channel(
      Endpoint at, DispatchSettings settings, PeerCredentials credentials) {
    return NettyChannelBuilder.forAddress(at.host(), at.port(), credentials.forChannel())
        .disableServiceConfigLookUp()
        .defaultServiceConfig(WATCH_HEALTH)
        .directExecutor()
        .maxInboundMessageSize(settings.largestAnswerBytes())
        .keepAliveTime(SILENCE_BEFORE_PROBE.toNanos(), TimeUnit.NANOSECONDS)
        .keepAliveTimeout(PROBE_PATIENCE.toNanos(), TimeUnit.NANOSECONDS)
        .build();
  }

  /** Whose turn it is among the ready ones; when none is, one that may become ready. */
  ManagedChannel next() {
    return choose(null);
  }

  /** Another than the one that just failed; the same when there is no other. */
  ManagedChannel nextAfter(ManagedChannel failed) {
    return channels.size() == 1 ? failed : choose(failed);
  }

  private ManagedChannel choose(ManagedChannel not) {
    if (channels.size() == 1) {
      return channels.getFirst();
    }
    int first = Math.floorMod(turn.getAndIncrement(), channels.size());
    ManagedChannel hopeful = null;
    for (int i = 0; i < channels.size(); i++) {
      ManagedChannel candidate = channels.get((first + i) % channels.size());
      if (candidate.equals(not)) {
        continue;
      }
      ConnectivityState state = candidate.getState(true);
      if (state == ConnectivityState.READY) {
        return candidate;
      }
      if (hopeful == null || state != ConnectivityState.TRANSIENT_FAILURE) {
        hopeful = candidate;
      }
    }
    return hopeful;
  }

  /** gRPC by itself would wait up to two minutes before it tries a lost backend again. */
  private static void lookAgain(List<ManagedChannel> channels, PeerCredentials credentials) {
    for (ManagedChannel channel : channels) {
      if (channel.getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
        channel.resetConnectBackoff();
      }
    }
    try {
      if (credentials.refresh()) {
        LOG.info("new credentials are in use for new connections to backends");
      }
    } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
      LOG.error("changed credentials for the backends cannot be used; the old ones stay", unusable);
    }
  }

  /** Ends all connections; calls on them fail. */
  @Override
  public void close() {
    whenClosed.run();
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
