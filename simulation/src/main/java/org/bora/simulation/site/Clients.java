package org.bora.simulation.site;

import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * The clients of a site. Each has one life after another, except the client of the doors, which has
 * only one.
 */
final class Clients {
  /** Number of streams of choices for the lives of each client. */
  private static final int STREAMS = 100;

  private static final int DOORS = 44;

  private final Site.Settings settings;
  private final Scheduler scheduler;
  private final LongFunction<Choices> streams;
  private final Made made;
  private final int[] lives;
  private int size;

  /** Makes a client with a label and choices of its own. */
  interface Making extends BiFunction<String, Choices, Runnable> {}

  /** Makers of the kinds of clients. */
  record Made(Making ofDisk, Making ofTape, Making ofDoors) {}

  /**
   * Makes no client yet.
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
   * Starts the first life of each client.
   *
   * @param withDoors whether there is a client of the doors
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

  /** Number of the clients that disappear now and then: all except the client of the doors. */
  int size() {
    return size;
  }

  private boolean isOfTape(int client) {
    return client >= settings.clients();
  }

  /** Prefix, up to a dot, of the names of all lives of a client. */
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

  /** A client disappears, and its next life starts. */
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
