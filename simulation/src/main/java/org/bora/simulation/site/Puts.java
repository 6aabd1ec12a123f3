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

/**
 * How a client puts files under names that it alone writes to: as it should, and as clients do that
 * lose their patience, or their way.
 */
final class Puts {
  private static final int ATTEMPTS = 4;

  /** The longest pin: a put that nobody was told of ends by then, whether it is swept or not. */
  private static final Duration PIN = Duration.ofMinutes(10);

  /** A call that nobody waits for may still begin one where its backend stood still. */
  private static final Duration LATE = Duration.ofMinutes(5);

  /** Between the call and the extension of its pin. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /** So long a client takes its time at most. */
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

  /** Returns whether it came to its end: it does not where the power fails. */
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

  /** A request for a put of a name whose state the client knows; empty where it has no TURL. */
  Optional<Open> begin(Name name) {
    return begin(name, dice(4) == 0);
  }

  /**
   * Until when a pin of so many seconds lasts that is asked for now, whoever's clock it goes by.
   */
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
   * What the answer to a request says of a name.
   *
   * @param file absent where nothing was heard
   * @param end of its pin
   * @return empty where it has no TURL
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

  /** Until its pin ends, and a grace after that where the sweep may be what ends it. */
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
          return; // it goes on with something else, and sees what became of it
        }
        case 2 -> {
          abort(name, open);
          return;
        }
        case 3 -> { // it comes back when the pin is over
          long left = Math.max(0, open.end() - now());
          tools.scheduler().sleep(Duration.ofNanos(left).plusMillis(dice(30_000)));
          return;
        }
        default -> tools.scheduler().sleep(Duration.ofMillis(dice(10_000)));
      }
    }
  }

  /** Many a transfer takes almost as long as it may. */
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
      abort(name, open); // as it is told to
    }
  }

  /** How a put may be told that there is no room for its file. */
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
   * Until when a put cannot end by its time. A call that comes in time renews the pin, as a lease,
   * where less than half of the grace is left.
   */
  private long openFor(Open open) {
    OptionalLong seal = tools.disk().sealBegan(open.turl());
    Duration left = tools.conditions().sweep().putGrace().dividedBy(2).minus(SLACK);
    return seal.isPresent() && seal.getAsLong() < open.end() - SLACK.toNanos()
        ? Math.max(open.end(), seal.getAsLong() + left.toNanos())
        : open.end();
  }

  /**
   * An abort that succeeds has ended the put, so what it wrote does not appear. One whose pin may
   * have been over by then may have ended by that.
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
