package org.bora.simulation.site;

import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * The clients of a site, each with one life after the other, and the one of the doors, which has
 * only one.
 */
final class Clients {
  /** Of choices, for the lives of each. */
  private static final int STREAMS = 100;

  private static final int DOORS = 44;

  private final Site.Settings settings;
  private final Scheduler scheduler;
  private final LongFunction<Choices> streams;
  private final Made made;
  private final int[] lives;
  private int size;

  /** Makes a client of a label, with choices of its own. */
  interface Making extends BiFunction<String, Choices, Runnable> {}

  /** Those of the kinds that there are. */
  record Made(Making ofDisk, Making ofTape, Making ofDoors) {}

  /**
   * Makes none yet.
   *
   * @param streams choices, each of which may be taken once
   */
  Clients(Site.Settings settings, Scheduler scheduler, LongFunction<Choices> streams, Made made) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.streams = streams;
    this.made = made;
    this.lives = new int[settings.numbers()];
  }

  /**
   * Begins the first life of each.
   *
   * @param withDoors whether there is one of the doors
   */
  void begin(boolean withTape, boolean withDoors) {
    size = withTape ? settings.ofDiskAndTape() : settings.clients();
    for (int client = 0; client < size; client++) {
      start(client);
    }
    if (withDoors && settings.only().works(settings.numbers())) {
      Choices own = streams.apply(DOORS);
      scheduler.start(doors(), "client", made.ofDoors().apply(doors(), own));
    }
  }

  private String doors() {
    return "door-client-" + settings.numbers() + ".1";
  }

  /** How many of them disappear now and then: not the one of the doors there are. */
  int size() {
    return size;
  }

  private boolean isOfTape(int client) {
    return client >= settings.clients();
  }

  /** What the names of all its lives begin with, before a dot. */
  String name(int client) {
    return (isOfTape(client) ? "tape-client-" : "client-") + (client + 1);
  }

  String process(int client) {
    return name(client) + "." + lives[client];
  }

  private void start(int client) {
    lives[client]++;
    if (!settings.only().works(client + 1)) {
      return;
    }
    String process = process(client);
    Choices own = streams.apply((client + 1L) * STREAMS + lives[client]);
    Runnable work = (isOfTape(client) ? made.ofTape() : made.ofDisk()).apply(process, own);
    scheduler.start(process, "client", work);
  }

  /** One disappears, and another one begins. */
  void another(int client) {
    scheduler.kill(process(client));
    start(client);
  }

  void end() {
    for (int client = 0; client < size; client++) {
      scheduler.kill(process(client));
    }
    scheduler.kill(doors());
  }
}
