package org.bora.simulation.sql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/** One thread at a time. At each statement and each wait, a seed decides which thread continues. */
final class SeededTurns implements Pauses {
  private final SplittableRandom random;
  private final List<String> trace = new ArrayList<>();

  /** The unfinished threads by number; only the thread whose turn it is reads them. */
  private final Map<Integer, Player> players = new TreeMap<>();

  private final Map<Thread, Player> byThread = new ConcurrentHashMap<>();
  private final Semaphore over = new Semaphore(0);

  /** A thread that waits for its turn, and for a condition. */
  private static final class Player {
    private final Semaphore turn = new Semaphore(0);
    private BooleanSupplier condition = () -> true;
  }

  SeededTurns(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Runs all of them to completion. */
  void run(List<Runnable> works) throws InterruptedException {
    for (int number = 0; number < works.size(); number++) {
      Runnable work = works.get(number);
      Player player = new Player();
      players.put(number, player);
      int key = number;
      Thread.ofPlatform().start(() -> play(key, player, work));
    }
    next();
    over.acquire(works.size());
  }

  private void play(int number, Player player, Runnable work) {
    byThread.put(Thread.currentThread(), player);
    player.turn.acquireUninterruptibly();
    try {
      work.run();
    } finally {
      players.remove(number);
      if (!players.isEmpty()) {
        next();
      }
      over.release();
    }
  }

  private void next() {
    List<Player> able =
        players.values().stream().filter(player -> player.condition.getAsBoolean()).toList();
    if (able.isEmpty()) {
      throw new AssertionError("all wait for each other: " + trace);
    }
    able.get(random.nextInt(able.size())).turn.release();
  }

  List<String> trace() {
    return trace;
  }

  @Override
  public void before(String process, String what) {
    trace.add(process + ": " + what);
    await(() -> true, Duration.ZERO);
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration most) {
    Player player = byThread.get(Thread.currentThread());
    if (player != null) { // threads of the test itself take no turns
      player.condition = condition;
      next();
      player.turn.acquireUninterruptibly();
      player.condition = () -> true;
    }
    return condition.getAsBoolean();
  }

  @Override
  public void changed() {
    // conditions are evaluated at each turn
  }
}
