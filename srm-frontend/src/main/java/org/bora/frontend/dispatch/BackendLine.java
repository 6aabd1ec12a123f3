package org.bora.frontend.dispatch;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bora.api.figures.LinkFigures;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channel to one backend, and its state as this frontend knows it. A backend that is silent, or
 * has lost its calls, gets a new channel. The old one ends, and its calls fail as after a lost
 * connection. Thread safe.
 */
final class BackendLine {

  private static final Logger LOG = LoggerFactory.getLogger(BackendLine.class);

  /** Half a second each with the defaults: 3 s of silence, and 2 s of answers after it. */
  private static final int LOOKS_OF_SILENCE = 6;

  private static final int ANSWERS_AFTER_SILENCE = 4;

  /**
   * If all backends lose the same database, they do not recover at the same time: a second and a
   * half for those after the first.
   */
  private static final int LOOKS_BESIDE_ANOTHER = 3;

  /** Looks in the time after which a backend counts as silent. */
  static final int LOOKS = LOOKS_OF_SILENCE;

  private final Supplier<ManagedChannel> channels;
  private final Runnable whenReady;
  private final InstantSource clock;
  private final AtomicInteger outstanding = new AtomicInteger();

  private final LineWatch watch;
  private final String service;

  /** How often it was connected, or began to serve again without a new connection. */
  private final AtomicInteger arrivals = new AtomicInteger();

  /** Guarded by this. */
  private final Heartbeat heartbeat = new Heartbeat(LOOKS_OF_SILENCE, ANSWERS_AFTER_SILENCE);

  private volatile ManagedChannel channel;

  /** Since it was last ready it could not be reached, or did not serve. */
  private volatile boolean lost;

  /** When it was ready last, by {@link System#nanoTime}; it is not now. */
  private volatile OptionalLong leftAt = OptionalLong.empty();

  /** The backend has reported on the present connection that it serves. */
  private volatile boolean serving;

  /** The backend has reported on the present connection that it does not serve. */
  private boolean said;

  /** Looks at which it was cut off and another served. */
  private int looksBeside;

  private boolean closed;

  /**
   * @param channels makes the channel to it, and a new one if it was silent
   * @param whenReady runs when it has become ready; must not block
   * @param troubles finds out why it cannot be used
   * @param clock for the expiry of certificates
   */
  BackendLine(
      Supplier<ManagedChannel> channels,
      Runnable whenReady,
      LinkTrouble troubles,
      InstantSource clock) {
    this.clock = clock;
    this.channels = channels;
    this.whenReady = whenReady;
    service = troubles.service();
    channel = channels.get();
    watch = new LineWatch(channel.authority(), troubles);
    follow(channel, channel.getState(false));
  }

  /** Called by one thread at a time for each channel: first by this one, then by the channel. */
  private void follow(ManagedChannel of, ConnectivityState seen) {
    synchronized (this) {
      if (!of.equals(channel)) {
        return; // it was given up
      }
      if (seen == ConnectivityState.READY) {
        arrivals.incrementAndGet();
        said = false;
      } else {
        heartbeat.beginAnew();
        leave(seen == ConnectivityState.TRANSIENT_FAILURE);
      }
    }
    if (seen == ConnectivityState.READY) {
      look();
    } else if (seen == ConnectivityState.TRANSIENT_FAILURE) {
      watch.explain(of);
    }
    if (seen != ConnectivityState.SHUTDOWN) {
      of.notifyWhenStateChanged(seen, () -> follow(of, of.getState(false)));
    }
  }

  private void leave(boolean isLost) {
    if (serving) {
      leftAt = OptionalLong.of(System.nanoTime());
      serving = false;
      watch.left();
    }
    lost |= isLost;
  }

  /**
   * Asks it whether it serves. Where it has been silent at too many looks its calls are given up.
   */
  void look() {
    ManagedChannel asked = channel;
    if (asked.getState(false) != ConnectivityState.READY) {
      return; // what it does without a connection is seen by its channel
    }
    synchronized (this) {
      if (!asked.equals(channel)) {
        return;
      }
      boolean ask = heartbeat.look();
      if (heartbeat.isSilent()) {
        giveUp("has not answered at " + LOOKS_OF_SILENCE + " looks");
        return;
      }
      if (!ask) {
        return;
      }
    }
    HealthQuestion.ask(asked, service, clock, word -> hear(asked, word));
  }

  private void hear(ManagedChannel from, Heartbeat.Word word) {
    boolean arrived;
    boolean isNews = false;
    synchronized (this) {
      if (!from.equals(channel)) {
        return;
      }
      heartbeat.answered(word);
      arrived = !serving && heartbeat.isServing();
      if (arrived) {
        lost = false;
        if (said) {
          arrivals.incrementAndGet();
          said = false;
        }
        serving = true;
        leftAt = OptionalLong.empty(); // after it: at no moment is it neither here nor away
        watch.arrived();
      } else if (word != Heartbeat.Word.SERVES) {
        isNews = !said;
        said = true;
        leave(true);
      }
    }
    if (arrived) {
      whenReady.run();
    } else if (isNews) {
      watch.explain(from);
    }
  }

  /**
   * Abandons its calls if it has reported that it cannot reach its database, and other backends can
   * execute them.
   *
   * @param otherServes whether another backend serves, in this check
   */
  synchronized void leaveWhereCutOff(boolean otherServes) {
    looksBeside = otherServes && heartbeat.isCutOff() ? looksBeside + 1 : 0;
    if (looksBeside >= LOOKS_BESIDE_ANOTHER && outstanding() > 0) {
      giveUp("has lost its database");
    }
  }

  /** The calls on its channel fail, as those of a connection that is lost. */
  private void giveUp(String reason) {
    if (closed) {
      return;
    }
    LOG.warn(
        "the backend {} {}: its {} calls in progress are ended here. Calls that may be repeated"
            + " go to another backend; the callers of the others are told to retry",
        channel.authority(),
        reason,
        outstanding());
    ManagedChannel former = channel;
    leave(true);
    heartbeat.gaveUp();
    channel = channels.get();
    ManagedChannel next = channel;
    next.getState(true);
    next.notifyWhenStateChanged(ConnectivityState.IDLE, () -> follow(next, next.getState(false)));
    former.shutdownNow();
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Whether it is connected and reports that it serves; otherwise begins to connect. */
  boolean isReady() {
    return channel.getState(true) == ConnectivityState.READY && serving;
  }

  /** Whether a call may wait for it to be ready; false for a lost one. */
  boolean isHopeful() {
    return !lost;
  }

  /** How often it has come: whether it is the same that was asked before. */
  int arrivals() {
    return arrivals.get();
  }

  /** How long ago it was ready; empty while it is, and where it never was. */
  OptionalLong awayNanos() {
    OptionalLong left = leftAt;
    return left.isPresent()
        ? OptionalLong.of(System.nanoTime() - left.getAsLong())
        : OptionalLong.empty();
  }

  /**
   * Calls to come have a new connection, whose handshake goes by the files of now; those in
   * progress end on the old one.
   */
  void renew() {
    channel.enterIdle();
  }

  /** Tries to reach it now, and not when gRPC would by itself. */
  void connectAgain() {
    ManagedChannel now = channel;
    if (now.getState(true) == ConnectivityState.TRANSIENT_FAILURE) {
      now.resetConnectBackoff();
    }
  }

  /** Where it is not ready: finds out why, which may be something else than at the last look. */
  void explain() {
    ManagedChannel now = channel;
    if (!isServing(now)) {
      watch.explain(now);
    }
  }

  private boolean isServing(ManagedChannel over) {
    return over.getState(false) == ConnectivityState.READY && serving;
  }

  /** As it is now; changes nothing. */
  LinkFigures figures() {
    ManagedChannel now = channel;
    boolean ready = isServing(now);
    return new LinkFigures(
        now.authority(), ready, outstanding(), watch.seconds(), ready ? "" : watch.trouble());
  }

  void begin() {
    outstanding.incrementAndGet();
  }

  void end() {
    outstanding.decrementAndGet();
  }

  /** Calls that it has not answered yet. */
  int outstanding() {
    return outstanding.get();
  }

  /** Ends the connection; calls on it fail. */
  synchronized void close() {
    closed = true;
    watch.close();
    channel.shutdownNow();
  }
}
