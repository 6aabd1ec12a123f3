package org.bora.simulation.site;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/** Puts of a client under names that only it writes to. */
final class Puts {
  private static final int ATTEMPTS = 4;

  /** The longest pin: a put whose request was not answered ends by then, swept or not. */
  private static final Duration PIN = Duration.ofMinutes(10);

  /**
   * Longest delay after which an abandoned call may still begin a put because its backend was
   * frozen.
   */
  private static final Duration LATE = Duration.ofMinutes(5);

  /** Time between a call and the extension of its pin. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /** A client delays its srmPutDone if no more than this is left of its pin. */
  private static final Duration LATENESS = Duration.ofSeconds(90);

  private static final int ALMOST_MILLIS = 3_000;

  private final String label;
  private final Asking asking;
  private final Client.Tools tools;
  private final Enquiries enquiries;
  private int contents;

  Puts(String label, Asking asking, Client.Tools tools, Enquiries enquiries) {
    this.label = label;
    this.asking = asking;
    this.tools = tools;
    this.enquiries = enquiries;
  }

  /**
   * A put with a TURL.
   *
   * @param end of its pin
   */
  record Open(String turl, String token, String content, long end) {}

  private long now() {
    return tools.scheduler().nanos();
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  void wrong(String promise, String what) {
    tools.report().wrong(promise, what);
  }

  String content() {
    return label + "." + ++contents + ":" + "x".repeat(1 + dice(400));
  }

  /** Returns whether the transfer was completed; a power failure breaks it off. */
  boolean transfer(String turl, String content) {
    int cuts = tools.disk().powerCuts();
    int half = dice(content.length());
    tools.disk().append(turl, content.substring(0, half));
    tools.scheduler().sleep(Duration.ofMillis(dice(2_000)));
    if (tools.disk().powerCuts() > cuts) {
      return false;
    }
    tools.disk().append(turl, content.substring(half));
    return true;
  }

  /** Requests a put of one of the client's own names; empty if there is no TURL. */
  Optional<Open> begin(Name name) {
    return begin(name, dice(4) == 0);
  }

  /** Earliest end of a pin of this length that is requested now, by any backend's clock. */
  long endOf(int seconds) {
    return now() + Duration.ofSeconds(seconds).minus(MachineClocks.DIFFERENCE).toNanos();
  }

  /** The same over SRM or HTTP. */
  Optional<Open> begin(Name name, boolean overHttp) {
    int pin = overHttp ? Asking.HTTP_LEASE_SECONDS : tools.conditions().pinSeconds(tools.choices());
    long end = endOf(pin);
    Optional<PutReply> reply = asking.begin(name.path(), pin, overHttp);
    return begun(
        name,
        reply.flatMap(PutReply::token),
        reply.flatMap(told -> told.files().stream().findFirst()),
        end);
  }

  /**
   * Handles the answer to a request about a name.
   *
   * @param file absent if there was no answer
   * @param end of its pin
   * @return empty if there is no TURL
   */
  Optional<Open> begun(Name name, Optional<String> token, Optional<PutFileStatus> file, long end) {
    if (file.isEmpty()) {
      name.mayBeBusyUntil(now() + PIN.plus(LATE).toNanos());
      return Optional.empty();
    }
    ReturnStatus told = file.get().status();
    if (told.code() == SrmStatus.SPACE_AVAILABLE) {
      name.isQuiet();
      String turl = file.get().turl().orElseThrow();
      return Optional.of(new Open(turl, token.orElseThrow(), content(), end));
    }
    notBegun(name, told);
    return Optional.empty();
  }

  private void notBegun(Name name, ReturnStatus told) {
    switch (told.code()) {
      case FILE_BUSY -> {
        if (!name.mayBeBusy(now())) {
          wrong("I4", name + ", and is busy");
        }
      }
      case INTERNAL_ERROR -> {}
      case NO_FREE_SPACE -> {
        if (!tools.conditions().isTight() && !tools.disk().pace().mayHaveBeenFull(LATE)) {
          wrong("I8", name + ", and there is no space for a put");
        }
      }
      case EXCEED_ALLOCATION, NO_USER_SPACE -> {
        if (!tools.conditions().limited()) {
          wrong("I22", name + ", and a put is answered " + told + " where nobody has a limit");
        }
      }
      default -> wrong("I17", name + ", and a put is answered " + told);
    }
  }

  /** The put holds the name until its pin expires, plus a grace period if the sweep may end it. */
  void isOpen(Name name, boolean withGrace) {
    Duration grace = withGrace ? tools.conditions().sweep().putGrace() : Duration.ZERO;
    name.isOpenUntil(now() + PIN.plus(grace).toNanos());
  }

  void put(Name name) {
    Optional<Open> begun = begin(name);
    if (begun.isEmpty()) {
      return;
    }
    Open open = begun.get();
    isOpen(name, true);
    enquiries.isOpen(open.token(), open.turl(), open.end());
    if (!transfer(open.turl(), open.content())) {
      abort(name, open);
      return;
    }
    name.publishes(open.content());
    isOpen(name, true);
    lateNow(open);
    boolean heardAll = true;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told = asking.done(open.token(), name.path(), open.end());
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        concluded(name, open, told.get(), heardAll);
        return;
      }
      heardAll = false;
      switch (dice(6)) {
        case 0, 1 -> {
          return; // the client continues with other work, and sees the result later
        }
        case 2 -> {
          abort(name, open);
          return;
        }
        case 3 -> { // the client comes back when the pin has expired
          long left = Math.max(0, open.end() - now());
          tools.scheduler().sleep(Duration.ofNanos(left).plusMillis(dice(30_000)));
          return;
        }
        default -> tools.scheduler().sleep(Duration.ofMillis(dice(10_000)));
      }
    }
  }

  /** Delays some transfers until almost the end of the pin. */
  private void lateNow(Open open) {
    Duration left = Duration.ofNanos(open.end() - now());
    if (left.compareTo(LATENESS) < 0 && dice(8) == 0) {
      tools.scheduler().sleep(left.minusMillis(dice(ALMOST_MILLIS)));
    }
  }

  /** srmPutDone was answered. */
  void concluded(Name name, Open open, SrmStatus told, boolean heardAll) {
    new Conclusion(
            open.content(),
            tools.disk().leftOf(open.turl()),
            now() < openFor(open),
            heardAll,
            noRoom())
        .apply(name, told, this::wrong);
    if (told == SrmStatus.SUCCESS) {
      enquiries.ends(open.token(), SrmStatus.SUCCESS);
    } else if (told == SrmStatus.FAILURE) {
      abort(name, open); // as the answer demands
    }
  }

  /** Statuses that may report that there is no room for the file of a put. */
  Set<SrmStatus> noRoom() {
    Set<SrmStatus> statuses = EnumSet.noneOf(SrmStatus.class);
    if (tools.conditions().isTight()) {
      statuses.add(SrmStatus.NO_FREE_SPACE);
    }
    if (tools.conditions().limited()) {
      statuses.add(SrmStatus.NO_USER_SPACE);
    }
    return statuses;
  }

  /**
   * Until when a put cannot expire. A call in time renews the pin, as a lease, when less than half
   * of the grace period is left.
   */
  private long openFor(Open open) {
    OptionalLong seal = tools.disk().sealBegan(open.turl());
    Duration left = tools.conditions().sweep().putGrace().dividedBy(2).minus(SLACK);
    return seal.isPresent() && seal.getAsLong() < open.end() - SLACK.toNanos()
        ? Math.max(open.end(), seal.getAsLong() + left.toNanos())
        : open.end();
  }

  /**
   * Aborts a put. If this succeeds, the put has ended and its content will not appear. If the pin
   * may have expired by then, the put may have ended for that reason.
   */
  void abort(Name name, Open open) {
    if (asking.abort(open.token()).equals(Optional.of(SrmStatus.SUCCESS))) {
      name.refuses(open.content());
      name.isClosed();
      if (now() < open.end()) {
        enquiries.ends(open.token(), SrmStatus.ABORTED);
      }
    }
  }
}
