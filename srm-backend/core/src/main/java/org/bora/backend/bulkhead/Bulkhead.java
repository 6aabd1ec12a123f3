package org.bora.backend.bulkhead;

import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.bora.api.BackendFailure;
import org.bora.backend.database.ConnectionShares;
import org.bora.backend.database.OpenTransaction;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits what one area may use of the backend: the number of calls inside its filesystem at a time,
 * and a share of the database connections. It knows who is inside, and since when. A call that
 * takes longer than the allowed silence of a filesystem cannot be ended, but its caller gets an
 * answer. While no call ends at all, or many hang, the area counts as silent, and new calls are
 * refused at once, except for one from time to time that tests whether the filesystem is back (a
 * circuit breaker: M. Nygard, Release It!, 2007). Thread safe; costs a call about as much as an
 * uncontended lock.
 */
final class Bulkhead {
  private static final Logger LOG = LoggerFactory.getLogger(Bulkhead.class);

  /** One part in so many of the places hangs: the others would before long. */
  private static final int CROWD = 8;

  /** So many tries were answered: what hangs since before has been left behind. */
  private static final int ANSWERS = 3;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final String area;
  private final long silenceNanos;
  private final int most;
  private final LongSupplier nanos;
  private final Semaphore places;
  private final AtomicReferenceArray<FilesystemVisit> inside;
  private final ConnectionShares.Share share;
  private final AtomicLong nextTry = new AtomicLong();
  private volatile boolean silent;

  /** When the last silence began. */
  private volatile long silentSince;

  /** Of the calls that have begun in it so many have ended. */
  private final AtomicInteger answered = new AtomicInteger();

  /** What hangs since then or longer is not asked about any more. */
  private long leftBehind;

  /** Whether a call has ended since the last look. */
  private volatile boolean moved;

  private long lastMove;

  /**
   * @param area for the log
   * @param shares of the connections that its transactions have
   * @param nanos measures time: {@link System#nanoTime}
   */
  Bulkhead(String area, BulkheadSettings settings, ConnectionShares shares, LongSupplier nanos) {
    this.area = Objects.requireNonNull(area, "area");
    this.silenceNanos = settings.silence().toNanos();
    this.most = settings.callsPerArea();
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.places = new Semaphore(most);
    this.inside = new AtomicReferenceArray<>(most);
    this.share = shares.share(this::isSilent);
    this.lastMove = nanos.getAsLong();
    this.leftBehind = lastMove - 1;
  }

  /** A call to a filesystem with an answer. */
  @FunctionalInterface
  interface Question<T> {
    T ask() throws StorageException;
  }

  /** A call to a filesystem without an answer. */
  @FunctionalInterface
  interface Order {
    void carryOut() throws StorageException;
  }

  /** Asks the filesystem. SILENT, and nothing was asked, while it does not answer. */
  <T> T ask(FilesystemVisit.Length length, Question<T> question) throws StorageException {
    return ask(new FilesystemVisit(length, FilesystemVisit.Kind.QUESTION), question);
  }

  <T> T ask(FilesystemVisit visit, Question<T> question) throws StorageException {
    int place = enter(visit);
    try {
      return question.ask();
    } finally {
      leave(place, visit);
    }
  }

  /** Asks for a change; SILENT also where its caller has left. */
  <T> T change(FilesystemVisit.Length length, Question<T> question) throws StorageException {
    return ask(new FilesystemVisit(length, FilesystemVisit.Kind.CHANGE), question);
  }

  /** The same without an answer. */
  void order(FilesystemVisit.Length length, Order order) throws StorageException {
    carryOut(new FilesystemVisit(length, FilesystemVisit.Kind.CHANGE), order);
  }

  /** An order of background work: carried out whether a caller waits or not. */
  void finish(FilesystemVisit.Length length, Order order) throws StorageException {
    carryOut(new FilesystemVisit(length, FilesystemVisit.Kind.DUTY), order);
  }

  private void carryOut(FilesystemVisit visit, Order order) throws StorageException {
    int place = enter(visit);
    try {
      order.carryOut();
    } finally {
      leave(place, visit);
    }
  }

  /**
   * Lets a call in; its place is to be given to {@link #leave}.
   *
   * @throws StorageException SILENT, and nothing was asked
   */
  private int enter(FilesystemVisit visit) throws StorageException {
    OpenTransaction.waitsFor(share); // who finds no room there must not use up the try
    if (silent && !isToTry()) {
      throw refusal();
    }
    if (!places.tryAcquire()) {
      await();
    }
    if (visit.isForNobody()) {
      places.release();
      throw new StorageException(Reason.SILENT, "the caller stopped waiting; not done");
    }
    if (visit.hasLostItsLocks()) {
      places.release();
      throw OpenTransaction.lostLocks();
    }
    if (visit.hasLostItsClaim()) {
      places.release();
      throw new StorageException(
          Reason.SILENT, "the claim of this call has run out; area " + area + " was not asked");
    }
    visit.begins(nanos.getAsLong());
    // As many as there are permits: one is free, and stays so for who has the permit.
    int place = Math.floorMod(Thread.currentThread().threadId(), most);
    while (!inside.compareAndSet(place, null, visit)) {
      place = place + 1 == most ? 0 : place + 1;
    }
    return place;
  }

  private void leave(int place, FilesystemVisit visit) {
    inside.set(place, null);
    places.release();
    if (!moved) {
      moved = true;
    }
    if (silent && visit.hasBegunSince(silentSince)) {
      answered.incrementAndGet();
    }
  }

  /** All places are taken, either by many fast calls or by hanging ones. */
  private void await() throws StorageException {
    try {
      for (long left = silenceNanos; left > 0 && !silent; left -= LOOK_NANOS) {
        if (places.tryAcquire(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw refusal();
  }

  private StorageException refusal() {
    return new StorageException(Reason.SILENT, "area " + area + " does not answer; not asked");
  }

  private boolean isToTry() {
    long due = nextTry.get();
    long now = nanos.getAsLong();
    return now - due >= 0 && nextTry.compareAndSet(due, now + silenceNanos);
  }

  boolean isSilent() {
    return silent;
  }

  /** How many calls are inside. */
  int calls() {
    return most - places.availablePermits();
  }

  /** Finds and reports hanging calls. To be called several times within the silence limit. */
  void look() {
    long now = nanos.getAsLong();
    if (moved) {
      moved = false;
      lastMove = now;
    }
    if (silent && answered.get() >= ANSWERS) {
      leftBehind = silentSince;
    }
    Hanging hanging = hanging(now);
    boolean still = now - lastMove > silenceNanos;
    boolean next =
        hanging.all == most || (hanging.brief > 0 && (still || hanging.brief * CROWD >= most));
    tell(now, next);
    if (next && !silent) {
      begins(now, hanging.all);
    } else if (!next && silent) {
      ends(hanging.all);
    }
  }

  private void begins(long now, int hanging) {
    LOG.error(
        "the filesystem of area {} does not answer: {} of {} calls hang in it; others are refused"
            + " until it does. Check the mount on this machine; if it works and calls still hang, restart this backend",
        area,
        hanging,
        most);
    answered.set(0);
    silentSince = now;
    nextTry.set(now + silenceNanos);
    silent = true;
  }

  private void ends(int hanging) {
    silent = false;
    if (hanging == 0) {
      LOG.info("the filesystem of area {} answers again", area);
    } else {
      LOG.warn(
          "the filesystem of area {} answers again, but {} calls still hang in it, and keep their"
              + " threads and connections: a restart of this backend frees them",
          area,
          hanging);
    }
  }

  /**
   * Numbers of calls that take too long.
   *
   * @param brief calls that should be brief, without those that were abandoned
   * @param all all calls
   */
  private record Hanging(int brief, int all) {}

  private Hanging hanging(long now) {
    int brief = 0;
    int all = 0;
    for (int place = 0; place < most; place++) {
      FilesystemVisit visit = inside.get(place);
      if (visit != null && visit.hasLasted(silenceNanos, now)) {
        all++;
        if (visit.isShort() && visit.hasBegunSince(leftBehind)) {
          brief++;
        }
      }
    }
    return new Hanging(brief, all);
  }

  /** Those of LONG calls only where the area is silent. */
  private void tell(long now, boolean alsoLong) {
    for (int place = 0; place < most; place++) {
      FilesystemVisit visit = inside.get(place);
      if (visit != null && (alsoLong || visit.isShort()) && visit.hasLasted(silenceNanos, now)) {
        visit.tell(BackendFailure.ofSilentStorage());
      }
    }
  }
}
