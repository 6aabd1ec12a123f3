package org.bora.simulation.site;

import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** The clients of a site, each with one life after the other. */
final class Clients {
  /** Of choices, for the lives of each. */
  private static final int STREAMS = 100;

  private final Site.Settings settings;
  private final Scheduler scheduler;
  private final LongFunction<Choices> streams;
  private final BiFunction<String, Choices, Runnable> ofDisk;
  private final BiFunction<String, Choices, Runnable> ofTape;
  private final int[] lives;
  private int size;

  /**
   * Makes none yet.
   *
   * @param streams choices, each of which may be taken once
   * @param ofDisk makes a client of this label, with choices of its own
   */
  Clients(
      Site.Settings settings,
      Scheduler scheduler,
      LongFunction<Choices> streams,
      BiFunction<String, Choices, Runnable> ofDisk,
      BiFunction<String, Choices, Runnable> ofTape) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.streams = streams;
    this.ofDisk = ofDisk;
    this.ofTape = ofTape;
    this.lives = new int[settings.numbers()];
  }

  void begin(boolean withTape) {
    size = withTape ? settings.numbers() : settings.clients();
    for (int client = 0; client < size; client++) {
      start(client);
    }
  }

  /** How many there are. */
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
    Runnable work = (isOfTape(client) ? ofTape : ofDisk).apply(process, own);
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
  }
}
