package org.bora.backend.authorise;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;

/**
 * Records the decisions of one call, and what it stored, for later reports. The decision code
 * itself records them ({@link Entrance}, {@link NotedMapping}), so nothing is decided twice, and no
 * operation can forget to record.
 *
 * <p>Bound to the call by a {@link ScopedValue}: it ends with the call, and only code that runs for
 * the call can see it. Thread safe: listings have threads of their own ({@link #carried}).
 */
public final class Rulings {

  /**
   * The decision of the rules for one SURL.
   *
   * @param reason the rule that decided
   * @param ground the rule and where it is written; for administrators only
   */
  public record Ruling(boolean allowed, String reason, String ground) {

    /** All of it, in one line. */
    public String text() {
      return ground.isEmpty() ? reason : reason + " (" + ground + ")";
    }
  }

  private static final ScopedValue<Rulings> CURRENT = ScopedValue.newInstance();

  private final Map<String, String> sfnBySurl = new HashMap<>();
  private final Map<String, Ruling> bySfn = new HashMap<>();
  private Optional<Ruling> ofArea = Optional.empty();
  private final Map<String, Long> bytesBySurl = new HashMap<>();
  private Optional<String> account = Optional.empty();
  private Optional<String> mapping = Optional.empty();

  /** Records the decisions of the work that the returned object calls. */
  public ScopedValue.Carrier bound() {
    return ScopedValue.where(CURRENT, this);
  }

  /** The same work for another thread, on behalf of the call that is in progress here, if any. */
  public static <R> Supplier<R> carried(Supplier<R> work) {
    if (!CURRENT.isBound()) {
      return work;
    }
    Rulings mine = CURRENT.get();
    return () -> mine.bound().call(work::get);
  }

  static void note(Surl surl, Place place, Ruling ruling) {
    if (CURRENT.isBound()) {
      CURRENT.get().enter(surl.text(), place.sfn(), ruling);
    }
  }

  /** Of a directory above the areas. */
  static void note(Surl surl, String sfn, Ruling ruling) {
    if (CURRENT.isBound()) {
      CURRENT.get().enter(surl.text(), sfn, ruling);
    }
  }

  /** A second look at a place that a SURL led to, or at an area as a whole. */
  static void noteAgain(Place place, Ruling ruling) {
    if (CURRENT.isBound()) {
      CURRENT.get().enterAgain(place.sfn(), ruling);
    }
  }

  static void noteAccount(String name) {
    if (CURRENT.isBound()) {
      CURRENT.get().map(name);
    }
  }

  /** What decided whom the caller was mapped to, and where that is written. */
  static void noteMapping(Supplier<String> ground) {
    if (CURRENT.isBound()) {
      CURRENT.get().mappedBy(ground.get());
    }
  }

  /** The size of a file that the call stored, where its answer does not tell that. */
  public static void noteBytes(Surl surl, long bytes) {
    if (CURRENT.isBound()) {
      CURRENT.get().stored(surl.text(), bytes);
    }
  }

  private synchronized void enter(String surl, String sfn, Ruling ruling) {
    sfnBySurl.put(surl, sfn);
    bySfn.put(sfn, ruling);
  }

  /** What lies below the names of the request is no part of it: trees may be large. */
  private synchronized void enterAgain(String sfn, Ruling ruling) {
    if (sfnBySurl.isEmpty()) {
      ofArea = Optional.of(ruling);
    } else {
      bySfn.computeIfPresent(sfn, (place, earlier) -> ruling);
    }
  }

  private synchronized void map(String name) {
    account = Optional.of(name);
  }

  private synchronized void mappedBy(String ground) {
    mapping = Optional.of(ground);
  }

  private synchronized void stored(String surl, long bytes) {
    bytesBySurl.put(surl, bytes);
  }

  /** The ruling on a SURL; empty if no rule was evaluated. */
  public synchronized Optional<Ruling> of(Surl surl) {
    return Optional.ofNullable(sfnBySurl.get(surl.text())).map(bySfn::get);
  }

  /** The ruling on an area, in a call without a SURL. */
  public synchronized Optional<Ruling> ofArea() {
    return ofArea;
  }

  /** The local account that the caller was mapped to; empty where no mapping was needed. */
  public synchronized Optional<String> account() {
    return account;
  }

  /** The line of the grid-mapfile or the setting that decided; empty if neither did. */
  public synchronized Optional<String> mapping() {
    return mapping;
  }

  /** Of a file that the call stored. */
  public synchronized OptionalLong bytes(Surl surl) {
    Long bytes = bytesBySurl.get(surl.text());
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
  }
}
