package org.bora.simulation.site;

import java.time.Duration;
import java.util.Optional;
import org.bora.api.word.SrmStatus;

/** Puts of clients that are impatient or make mistakes. */
final class OddPuts {
  private final String label;
  private final Asking asking;
  private final Client.Tools tools;
  private final Puts puts;

  OddPuts(String label, Asking asking, Client.Tools tools, Puts puts) {
    this.label = label;
    this.asking = asking;
    this.tools = tools;
    this.puts = puts;
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  /** The user interrupts the client that waits for srmPutDone, and aborts the put meanwhile. */
  void hurried(Name name) {
    Optional<Puts.Open> begun = puts.begin(name);
    if (begun.isEmpty()) {
      return;
    }
    Puts.Open open = begun.get();
    puts.isOpen(name, true);
    if (!puts.transfer(open.turl(), open.content())) {
      puts.abort(name, open);
      return;
    }
    name.publishes(open.content());
    puts.isOpen(name, true);
    boolean[] over = new boolean[1];
    boolean[] aborted = new boolean[1];
    tools
        .scheduler()
        .start(
            label,
            "aborts",
            () -> {
              tools.scheduler().sleep(Duration.ofMillis(dice(dice(2) == 0 ? 30 : 8_000)));
              aborted[0] = asking.abort(open.token()).equals(Optional.of(SrmStatus.SUCCESS));
              over[0] = true;
              tools.scheduler().changed();
            });
    Optional<SrmStatus> told = asking.done(open.token(), name.path());
    tools.scheduler().await(() -> over[0], Duration.ofHours(1));
    boolean success = told.equals(Optional.of(SrmStatus.SUCCESS));
    if (aborted[0] && success) {
      puts.wrong("I2", name + ", and both srmPutDone and srmAbortRequest succeed");
    }
    if (success) {
      stored(name, open);
    } else if (aborted[0]) {
      name.refuses(open.content());
      name.isClosed();
    }
  }

  void aborted(Name name) {
    Optional<Puts.Open> begun = puts.begin(name);
    if (begun.isEmpty()) {
      return;
    }
    Puts.Open open = begun.get();
    puts.isOpen(name, false);
    puts.transfer(open.turl(), open.content());
    if (dice(3) == 0) {
      return; // the put is abandoned
    }
    if (asking.abort(open.token()).equals(Optional.of(SrmStatus.SUCCESS))) {
      name.isClosed();
      if (dice(2) == 0) {
        tools.disk().append(open.turl(), puts.content()); // a transfer unaware of the abort
      }
    }
  }

  /** No data is transferred. An old file stays; a missing one is created empty. */
  void unwritten(Name name) {
    Optional<Puts.Open> begun = puts.begin(name);
    if (begun.isEmpty()) {
      return;
    }
    puts.isOpen(name, true);
    boolean mayBeNew = name.mayHold(Name.ABSENT);
    if (mayBeNew) {
      name.publishes("");
    }
    Optional<SrmStatus> told = asking.done(begun.get().token(), name.path());
    if (told.equals(Optional.of(SrmStatus.SUCCESS))) {
      if (!mayBeNew) {
        puts.wrong("I1", name + ", and srmPutDone of nothing succeeds");
      }
      name.isStored("");
    }
    asking.abort(begun.get().token());
  }

  private void stored(Name name, Puts.Open open) {
    name.isStored(tools.disk().leftOf(open.turl()).orElse(open.content()));
  }
}
