package org.bora.frontend.dispatch;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.LinkFigures;
import org.bora.api.wire.HealthNames;
import org.bora.api.wire.PeerCredentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backends, with one channel each. A backend is ready while it is connected and its health
 * service says so. Every check asks the health service: a draining backend reports that it no
 * longer serves before it stops, and a hanging one does not answer ({@link Heartbeat}). Thread
 * safe.
 *
 * <p>The connections use gRPC's shaded Netty. The SRM port loads another version of Netty's
 * tcnative library, and a process can hold both only because the shaded one has different names.
 */
public final class BackendPool implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BackendPool.class);

  /** gRPC's interval for an idle connection; {@link BackendLine} checks earlier. */
  private static final Duration SILENCE_BEFORE_PROBE = Duration.ofSeconds(20);

  /** A machine that does not even refuse: calls wait this long at most, and only the first time. */
  private static final int CONNECT_PATIENCE_MILLIS = 5_000;

  private static final Duration PROBE_PATIENCE = Duration.ofSeconds(5);

  /**
   * So long after the last backend was lost may calls wait for one: a restart, and the look at it.
   */
  private static final Duration RETURN_PATIENCE = Duration.ofSeconds(10);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final List<BackendLine> lines;
  private final AtomicInteger turn = new AtomicInteger();
  private final Supplier<List<CertificateEnd>> certificates;
  private final Runnable whenClosed;
  private final long patienceNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final AtomicLong nextLook = new AtomicLong(System.nanoTime());

  /**
   * @param channels makes the channel to each backend, more than once
   * @param patience for a backend that was lost
   */
  BackendPool(List<Supplier<ManagedChannel>> channels, Runnable whenClosed, Duration patience) {
    this(
        channels,
        new LinkTrouble(() -> null, HealthNames.WHOLE),
        InstantSource.system(),
        List::of,
        whenClosed,
        patience);
  }

  /**
   * @param clock for the expiry of certificates
   * @param certificates tells when those of this side expire
   */
  BackendPool(
      List<Supplier<ManagedChannel>> channels,
      LinkTrouble troubles,
      InstantSource clock,
      Supplier<List<CertificateEnd>> certificates,
      Runnable whenClosed,
      Duration patience) {
    this.patienceNanos = patience.toNanos();
    this.certificates = certificates;
    this.whenClosed = whenClosed;
    this.lines =
        channels.stream()
            .map(each -> new BackendLine(each, this::arrived, troubles, clock))
            .toList();
  }

  private void arrived() {
    lock.lock();
    try {
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Backends on other machines, over mutual TLS. Connecting begins at once, without waiting.
   *
   * @param timer runs the short checks for lost backends and changed files
   * @throws IOException if a file of the credentials cannot be read
   * @throws GeneralSecurityException if its content cannot be used
   */
  public static BackendPool overTls(DispatchSettings settings, ScheduledExecutorService timer)
      throws IOException, GeneralSecurityException {
    PeerCredentials credentials = PeerCredentials.ofFrontend(settings.credentials());
    List<Supplier<ManagedChannel>> channels =
        settings.backends().stream()
            .map(at -> (Supplier<ManagedChannel>) () -> channel(at, settings, credentials))
            .toList();
    return looking(
        channels,
        new LinkTrouble(credentials::own, settings.service()),
        new Looks(settings.lookAgainEvery(), settings.silence(), timer, InstantSource.system()),
        () -> credentials.ends("link"),
        pool -> pool.refresh(credentials));
  }

  /**
   * When a pool checks its backends.
   *
   * @param again interval between attempts to reach a lost backend
   * @param silence time after which a silent backend counts as dead; it is checked six times in
   *     that time
   * @param timer runs the checks, which are short
   * @param clock by which certificates end
   */
  public record Looks(
      Duration again, Duration silence, ScheduledExecutorService timer, InstantSource clock) {
    public Looks {
      Objects.requireNonNull(again, "again");
      Objects.requireNonNull(silence, "silence");
      Objects.requireNonNull(timer, "timer");
      Objects.requireNonNull(clock, "clock");
    }
  }

  /**
   * Backends over channels of any transport. Connecting begins at once, without waiting. Health
   * checks use {@link HealthNames#WHOLE}.
   *
   * @param channels makes the channel to each backend, more than once
   */
  public static BackendPool over(List<Supplier<ManagedChannel>> channels, Looks looks) {
    return looking(
        channels, new LinkTrouble(() -> null, HealthNames.WHOLE), looks, List::of, _ -> {});
  }

  /**
   * @param refresh looks for changed credentials of the pool's channels
   */
  private static BackendPool looking(
      List<Supplier<ManagedChannel>> channels,
      LinkTrouble troubles,
      Looks looks,
      Supplier<List<CertificateEnd>> certificates,
      Consumer<BackendPool> refresh) {
    List<Future<?>> looking = new CopyOnWriteArrayList<>();
    BackendPool pool =
        new BackendPool(
            channels,
            troubles,
            looks.clock(),
            certificates,
            () -> looking.forEach(each -> each.cancel(false)),
            RETURN_PATIENCE);
    pool.lines.forEach(BackendLine::isReady); // begins to connect
    looking.add(
        every(
            looks.again(),
            looks.timer(),
            () -> {
              pool.lookAgain();
              refresh.accept(pool);
            }));
    looking.add(every(looks.silence().dividedBy(BackendLine.LOOKS), looks.timer(), pool::look));
    return pool;
  }

  private static Future<?> every(Duration time, ScheduledExecutorService timer, Runnable look) {
    // never two at once after the process was held up: silence is counted in looks
    return timer.scheduleWithFixedDelay(look, time.toNanos(), time.toNanos(), TimeUnit.NANOSECONDS);
  }

  static ManagedChannel channel(
      BackendEndpoint at, DispatchSettings settings, PeerCredentials credentials) {
    return NettyChannelBuilder.forAddress(at.host(), at.port(), credentials.forChannel())
        .disableServiceConfigLookUp()
        .directExecutor()
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_PATIENCE_MILLIS)
        .maxInboundMessageSize(settings.largestAnswerBytes())
        .keepAliveTime(SILENCE_BEFORE_PROBE.toNanos(), TimeUnit.NANOSECONDS)
        .keepAliveTimeout(PROBE_PATIENCE.toNanos(), TimeUnit.NANOSECONDS)
        .build();
  }

  /** How many backends there are, ready or not. */
  int size() {
    return lines.size();
  }

  /**
   * The backend for a call: the less loaded of two ready ones, so that a slow one gets fewer calls;
   * if none is ready, one that may become ready soon.
   *
   * @param tried those tried before without success
   * @return empty if there is none
   */
  Optional<BackendLine> next(Collection<BackendLine> tried) {
    List<BackendLine> ready = new ArrayList<>(lines.size());
    List<BackendLine> hopeful = new ArrayList<>(lines.size());
    for (BackendLine line : lines) {
      if (tried.contains(line)) {
        continue;
      }
      if (line.isReady()) {
        ready.add(line);
      } else if (line.isHopeful()) {
        hopeful.add(line);
      }
    }
    List<BackendLine> choice = ready.isEmpty() ? hopeful : ready;
    return choice.isEmpty() ? Optional.empty() : Optional.of(lessLoaded(choice));
  }

  /**
   * Waits for a backend if none is left: during a rolling restart all backends may seem unavailable
   * for a moment. It waits only while the last one has been unavailable for less than a restart
   * takes: if they stay away, calls do not wait.
   *
   * @param tried those tried without success, with their arrivals at that time; one that has
   *     returned since may be tried again
   * @param most the longest wait
   * @return empty if none came
   */
  Optional<BackendLine> await(Map<BackendLine, Integer> tried, Duration most) {
    long end = System.nanoTime() + Math.min(most.toNanos(), patienceNanos);
    lock.lock();
    try {
      while (true) {
        long hope = hopeNanos(); // before the look: one that comes in between is found by it
        List<BackendLine> back =
            lines.stream().filter(line -> line.isReady() && isNew(line, tried.get(line))).toList();
        if (!back.isEmpty()) {
          return Optional.of(lessLoaded(back));
        }
        long left = Math.min(end - System.nanoTime(), hope);
        if (left <= 0) {
          return Optional.empty();
        }
        lookSooner();
        arrived.awaitNanos(Math.min(left, LOOK_NANOS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private static boolean isNew(BackendLine line, Integer triedAt) {
    return triedAt == null || triedAt != line.arrivals();
  }

  /** How long it still makes sense to wait. */
  private long hopeNanos() {
    return patienceNanos
        - lines.stream()
            .flatMapToLong(line -> line.awayNanos().stream())
            .min()
            .orElse(patienceNanos);
  }

  /** However many wait, lost backends are tried twice a second. */
  private void lookSooner() {
    long due = nextLook.get();
    long now = System.nanoTime();
    if (now - due >= 0 && nextLook.compareAndSet(due, now + LOOK_NANOS)) {
      lines.forEach(BackendLine::connectAgain);
    }
  }

  /** All of them as they are now, in the order of the configuration. */
  public List<LinkFigures> figures() {
    return lines.stream().map(BackendLine::figures).toList();
  }

  /** The expiry of the certificate shown to backends, and of the authorities for backends. */
  public List<CertificateEnd> certificates() {
    return certificates.get();
  }

  /** All pairs take turns, so that equals are asked equally often. */
  private BackendLine lessLoaded(List<BackendLine> choice) {
    int count = choice.size();
    if (count == 1) {
      return choice.getFirst();
    }
    int pair = Math.floorMod(turn.getAndIncrement(), count * (count - 1));
    BackendLine one = choice.get(pair % count);
    BackendLine other = choice.get((pair + 1 + pair / count) % count);
    return other.outstanding() < one.outstanding() ? other : one;
  }

  /**
   * Checks the health of all backends. Silent ones are left, and also those that have lost their
   * database if another one serves; if all have lost it, their calls wait there.
   */
  void look() {
    lines.forEach(BackendLine::look);
    boolean anyServes = lines.stream().anyMatch(BackendLine::isReady);
    lines.forEach(line -> line.leaveWhereCutOff(anyServes));
  }

  /** gRPC by itself would wait up to two minutes before it tries a lost backend again. */
  private void lookAgain() {
    for (BackendLine line : lines) {
      line.connectAgain();
      line.explain();
    }
  }

  private void refresh(PeerCredentials credentials) {
    try {
      if (credentials.refresh()) {
        LOG.info("new credentials: reconnecting to the backends");
        lines.forEach(BackendLine::renew);
      }
    } catch (IOException | GeneralSecurityException | RuntimeException unusable) {
      LOG.error("changed credentials for the backends cannot be used; the old ones stay", unusable);
    }
  }

  /** Ends all connections; calls on them fail. */
  @Override
  public void close() {
    whenClosed.run();
    lines.forEach(BackendLine::close);
  }
}
