package org.bora.backend.scenario.points;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.backend.access.TurlAccess;
import org.bora.backend.bulkhead.WaitingCaller;
import org.bora.backend.operation.directory.DirectorySettings;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.operation.directory.Rm;
import org.bora.backend.operation.directory.Rmdir;
import org.bora.backend.operation.turl.UseTurl;
import org.bora.backend.scenario.MeasuredSite;
import org.bora.backend.stage.recall.RecallEngine;
import org.bora.backend.stage.recall.RecallParts;
import org.bora.backend.testing.SmallSite;

/** One of the two, whose threads have the name of its tap. */
final class Backend implements AutoCloseable {
  final SmallSite site;
  final Tap tap;
  final Rm rm;
  final Mv mv;
  final Rmdir rmdir;
  final org.bora.api.Backend directory;
  final org.bora.api.Backend turls;
  final ExecutorService threads;
  private final ScheduledExecutorService never = Executors.newScheduledThreadPool(0);
  private final RecallEngine engine;

  Backend(SmallSite site, Tap tap, RecallParts recalls) {
    this.site = site;
    this.tap = tap;
    DirectorySettings limits = DirectorySettings.defaults();
    rm = new Rm(site.entrance, site.names, limits);
    mv = new Mv(site.entrance, site.names, TurlAccess.none());
    rmdir = new Rmdir(site.entrance, site.names, limits, site.time);
    directory = new MeasuredSite(site).directory;
    turls = new UseTurl(true, site.transactions, site.locator, site.tokens, 0600).functions();
    threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(tap.name() + "-", 0).factory());
    engine = new RecallEngine(recalls, never, threads);
    engine.rest(); // rounds are the test's own
    site.sweep.rest();
    site.duePins.rest();
  }

  /** What a call does. */
  interface Work {
    void run() throws Exception;
  }

  /** Does what a frontend asks, until it has given up the call. */
  void call(Work work) throws Exception {
    AtomicReference<Exception> failure = new AtomicReference<>();
    WaitingCaller.of(told -> {}, site.callerLeft::get)
        .run(
            () -> {
              try {
                work.run();
              } catch (Exception e) {
                failure.set(e);
              }
            });
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Does a call of another client, on a thread of its own. */
  boolean isGranted(Callable<Optional<Upload>> work) {
    try {
      return threads.submit(work).get(World.PATIENCE.toSeconds(), TimeUnit.SECONDS).isPresent();
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The frontend gives up the call, and drops its answer. */
  void isGivenUp() {
    site.callerLeft.set(true);
  }

  /** All recalls that can be done now. */
  void recall() throws InterruptedException {
    engine.resume();
    try {
      engine.round();
      if (!engine.awaitIdle(World.PATIENCE)) {
        throw new AssertionError("recalls do not end");
      }
    } finally {
      engine.rest();
    }
  }

  @Override
  public void close() {
    engine.close();
    never.shutdownNow();
    threads.shutdownNow();
    site.close();
    site.tree.close();
  }
}
