package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * A client of HTTP doors, with uploads that last longer than a lease, HTTPS transfer URLs and
 * requests for several files. It is the only writer of its names. Now and then it takes new names
 * and abandons its open work.
 */
final class DoorClient {
  private static final int NAMES = 4;
  private static final int LONGEST_GAP_MILLIS = 6_000;
  private static final int ACTS_OF_A_LIFE = 40;

  private final String label;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Journal journal;
  private final LeasedUploads uploads;
  private final TurlTransfers turls;
  private final Batches batches;
  private final List<Name> names = new ArrayList<>();
  private int made;

  DoorClient(String label, Client.Tools tools) {
    this.label = label;
    this.scheduler = tools.scheduler();
    this.choices = tools.choices();
    this.journal = tools.journal();
    Asking asking = new Asking("/DC=org/DC=example/CN=" + label, tools.frontend());
    DoorCalls calls = new DoorCalls(asking);
    Puts puts = new Puts(label, asking, tools, new Enquiries(asking, tools));
    Reads reads = new Reads(asking, tools);
    this.uploads = new LeasedUploads(asking, calls, tools, puts);
    this.turls = new TurlTransfers(label, asking, calls, tools, puts, reads);
    this.batches = new Batches(asking, calls, tools, puts, reads);
  }

  /** Works until it is killed. */
  void run() {
    while (true) {
      names.clear();
      for (int i = 0; i < NAMES; i++) {
        names.add(journal.own(label + "-" + ++made));
      }
      for (int act = 0; act < ACTS_OF_A_LIFE; act++) {
        scheduler.sleep(Duration.ofMillis(1 + choices.below(LONGEST_GAP_MILLIS)));
        act();
      }
    }
  }

  private void act() {
    Name name = names.get(choices.below(names.size()));
    int dice = choices.below(20);
    if (dice < 4) {
      uploads.upload(name);
    } else if (dice < 9) {
      turls.write(name);
    } else if (dice < 12) {
      turls.read(name);
    } else if (dice < 16) {
      batches.put(some());
    } else {
      batches.get(some(), dice < 18);
    }
  }

  /** Two or more of its names. */
  private List<Name> some() {
    List<Name> some = new ArrayList<>(names);
    int size = 2 + choices.below(names.size() - 1);
    while (some.size() > size) {
      some.remove(choices.below(some.size()));
    }
    return some;
  }
}
