package org.bora.simulation.site;

import java.time.Duration;
import java.util.Optional;
import org.bora.api.request.LifetimesReply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * Uploads through an HTTP door that last longer than the door's lease. As long as bytes arrive, the
 * door renews the lease when a third of it has passed. It repeats a renewal that is not answered
 * after five seconds.
 */
final class LeasedUploads {
  private static final Duration LEASE = Duration.ofSeconds(Asking.HTTP_LEASE_SECONDS);
  private static final Duration RENEWAL = LEASE.dividedBy(3);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final int MOST_PIECES = 12;
  private static final int LONGEST_GAP_MILLIS = 30_000;
  private static final int ATTEMPTS = 4;

  private final Asking asking;
  private final DoorCalls calls;
  private final Client.Tools tools;
  private final Puts puts;

  LeasedUploads(Asking asking, DoorCalls calls, Client.Tools tools, Puts puts) {
    this.asking = asking;
    this.calls = calls;
    this.tools = tools;
    this.puts = puts;
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  private long now() {
    return tools.scheduler().nanos();
  }

  void upload(Name name) {
    Optional<Puts.Open> begun = puts.begin(name, true);
    if (begun.isEmpty()) {
      return;
    }
    puts.isOpen(name, true);
    Optional<Puts.Open> whole = written(name, begun.get());
    if (whole.isEmpty()) {
      puts.abort(name, begun.get());
      return;
    }
    Puts.Open open = whole.get();
    if (dice(10) == 0) {
      return; // the door dies
    }
    name.publishes(open.content());
    puts.isOpen(name, true);
    boolean heardAll = true;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told = asking.done(open.token(), name.path(), open.end());
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        puts.concluded(name, open, told.get(), heardAll);
        return;
      }
      heardAll = false;
    }
  }

  /**
   * Writes the file. Returns the put with the end of the last renewed lease; empty if the upload
   * was not completed.
   */
  private Optional<Puts.Open> written(Name name, Puts.Open begun) {
    int cuts = tools.disk().powerCuts();
    Puts.Open open = begun;
    String content = begun.content();
    int pieces = 2 + dice(MOST_PIECES);
    long renewed = now();
    long asked = renewed;
    for (int piece = 0; piece < pieces; piece++) {
      int from = content.length() * piece / pieces;
      int to = content.length() * (piece + 1) / pieces;
      tools.disk().append(open.turl(), content.substring(from, to));
      long since = now();
      if (since - renewed >= RENEWAL.toNanos() && since - asked >= AGAIN.toNanos()) {
        Optional<SrmStatus> told = renew(name, open);
        asked = now();
        if (told.equals(Optional.of(SrmStatus.SUCCESS))) {
          renewed = since;
          puts.isOpen(name, true);
          open =
              new Puts.Open(
                  open.turl(),
                  open.token(),
                  content,
                  since + LEASE.minus(MachineClocks.DIFFERENCE).toNanos());
        } else if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
          return Optional.empty();
        }
      }
      if (piece + 1 < pieces) {
        tools.scheduler().sleep(Duration.ofMillis(dice(LONGEST_GAP_MILLIS)));
      }
      if (tools.disk().powerCuts() > cuts) {
        return Optional.empty();
      }
    }
    return Optional.of(open);
  }

  private Optional<SrmStatus> renew(Name name, Puts.Open open) {
    Optional<LifetimesReply> reply = calls.renew(open.token(), name.path());
    Optional<ReturnStatus> told =
        reply.map(some -> some.statuses().isEmpty() ? some.status() : some.statuses().getFirst());
    if (told.isPresent() && now() < open.end()) {
      SrmStatus code = told.get().code();
      if (code != SrmStatus.SUCCESS && code != SrmStatus.INTERNAL_ERROR) {
        puts.wrong("I11", name + ", and the renewal of its upload is answered " + told.get());
      }
    }
    return told.map(ReturnStatus::code);
  }
}
