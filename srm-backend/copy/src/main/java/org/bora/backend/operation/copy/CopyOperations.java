package org.bora.backend.operation.copy;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.backend.database.Transactions;
import org.bora.backend.duty.Duty;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.bora.client.SrmClient;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.control.HostAddresses;
import org.bora.gridftp.gss.PeerTrust;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wires the two operations of srmCopy, and their background work from construction to {@link
 * #close}. Thread safe.
 */
public final class CopyOperations implements Duty, AutoCloseable {
  /** What the other ends of copies get to hear of it, all together. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(CopyOperations.class);

  private final Copy copy;
  private final StatusOfCopy statusOfCopy;
  private final CopyQueue queue;
  private final CopyWatch watch;
  private final CopyEnding ending;
  private final CopyEnds ends;

  /**
   * What copies need from the rest of the backend.
   *
   * @param ends receives the end of each file
   */
  public record Surroundings(
      Transactions transactions,
      PutEnding puts,
      Locator locator,
      TokenSource tokens,
      Clock clock,
      CopyEnds ends) {}

  /**
   * The resources of copies. The caller closes them afterwards.
   *
   * @param trust checks the called servers
   * @param tasks runs blocking tasks, at least two for each file
   * @param timer for short repeated work
   * @param doors the site's own GridFTP servers, which copies may always connect to
   */
  public record Machinery(
      PeerTrust trust,
      ExecutorService tasks,
      ScheduledExecutorService timer,
      List<GridFtpEndpoint> doors) {
    public Machinery {
      doors = List.copyOf(doors);
    }

    private boolean owns(String host, int port) {
      return doors.stream()
          .anyMatch(door -> door.host().equalsIgnoreCase(host) && door.port() == port);
    }
  }

  /**
   * @param local this service, whose operations its own side of a copy goes through
   */
  public CopyOperations(
      CopyLimits limits,
      LocalNames names,
      Surroundings around,
      Backend local,
      CopyRequestFiles files,
      Machinery machinery) {
    Transactions transactions = around.transactions();
    TokenSource tokens = around.tokens();
    RequestToken backend = tokens.token(tokens.now());
    HostAddresses addresses =
        new HostAddresses(new CopyPeers(limits.abroad().allowed(), machinery::owns));
    ControlClient client = new ControlClient(addresses);
    ends = around.ends();
    ending = new CopyEnding(transactions, around.puts(), around.locator(), tokens);
    Sides sides =
        new Sides(
            names,
            local,
            transactions,
            ending,
            limits,
            new Sides.Abroad(new SrmClient(), client, addresses));
    CopyRun.Movers movers =
        new CopyRun.Movers(
            client, machinery.trust(), limits.transfer(), machinery.tasks(), around.clock());
    CopyWatch.Endings endings =
        new CopyWatch.Endings(ending, new OpenEnds(transactions, ending, ends), ends);
    CopyRun run = new CopyRun(transactions, endings, sides, movers, tokens);
    queue = new CopyQueue(limits.files(), machinery.tasks(), run::run);
    copy = new Copy(limits, transactions, around.locator(), sides, queue, backend, tokens);
    statusOfCopy = new StatusOfCopy(transactions, files, tokens);
    watch = new CopyWatch(transactions, endings, queue, backend, limits.lease(), tokens);
    watch.start(machinery.timer(), machinery.tasks());
  }

  /** What can be asked. */
  public Functions functions() {
    return Functions.of(Catalogue.COPY, copy::copy)
        .and(Catalogue.STATUS_OF_COPY, statusOfCopy::statusOfCopy);
  }

  /** One round of the watch, now. */
  public int look() {
    return watch.round();
  }

  /** Changes nothing: copies that wait can only be made here, where their credentials are. */
  @Override
  public void rest() {}

  @Override
  public void resume() {}

  /** Copies that run, and that wait. */
  @Override
  public int atWork() {
    return queue.jobs().size();
  }

  /** Stops all copies of this backend with a reason, because no other backend can continue them. */
  @Override
  public void close() {
    watch.close();
    List<CopyJob> left = queue.jobs();
    boolean told = true;
    for (CopyJob job : left) {
      queue.remove(job);
      told = told && tellOfRestart(job);
      job.stop().raise();
    }
    long end = System.nanoTime() + FAREWELL.toNanos();
    try {
      for (CopyJob job : left) {
        job.awaitEnd(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False if the database does not store it; the others are then not tried. */
  private boolean tellOfRestart(CopyJob job) {
    try {
      ending
          .end(job.key(), Optional.of(CopyRun.RESTARTED))
          .ifPresent(row -> job.tellEnd(ends, row));
      return true;
    } catch (RuntimeException e) {
      LOG.error("the end of a copy could not be stored; it ends when its lease expires", e);
      return false;
    }
  }
}
