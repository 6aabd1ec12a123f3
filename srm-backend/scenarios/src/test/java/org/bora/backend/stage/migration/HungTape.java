package org.bora.backend.stage.migration;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeWork;

/** A tape system that takes every question and answers none, until it is closed. */
final class HungTape implements TapeDriver {
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);

  /** Returns when somebody waits for it. */
  void awaitQuestion() throws InterruptedException {
    asked.await();
  }

  private void hang() {
    asked.countDown();
    boolean interrupted = false;
    while (closed.getCount() > 0) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String kind() {
    return "hung";
  }

  @Override
  public void check() {
    hang();
  }

  @Override
  public int drives() {
    hang();
    return 1;
  }

  @Override
  public void migrate(TapeWork work) {
    hang();
  }

  @Override
  public void recall(TapeWork work) {
    hang();
  }

  @Override
  public void remove(TapeWork work) {
    hang();
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) {
    hang();
    return Map.of();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
