package org.bora.backend.operation.copy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.TokenSource;
import org.bora.gridftp.control.ControlClient;
import org.bora.gridftp.copy.CopyEnd;
import org.bora.gridftp.copy.CopyOrder;
import org.bora.gridftp.copy.CopySettings;
import org.bora.gridftp.copy.GsiftpUrl;
import org.bora.gridftp.copy.ThirdPartyCopy;
import org.bora.gridftp.gss.DelegationMode;
import org.bora.gridftp.gss.GsiCredential;
import org.bora.gridftp.gss.PeerTrust;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies one file: prepares both sides, moves the bytes, and finishes the target, or undoes
 * everything.
 */
final class CopyRun {
  private static final Logger LOG = LoggerFactory.getLogger(CopyRun.class);

  /** The reason for copies whose backend is gone or stops. */
  static final ReturnStatus RESTARTED =
      ReturnStatus.of(
          SrmStatus.FAILURE,
          "the server was restarted, and the delegated credential is lost; repeat the request");

  private static final ReturnStatus BROKEN =
      ReturnStatus.of(SrmStatus.FAILURE, "an error in this service; its log has the details");

  private static final Duration BETWEEN_NOTES = Duration.ofSeconds(1);

  private final Transactions transactions;
  private final CopyTable copies = new CopyTable();
  private final CopyEnding ending;
  private final Sides sides;
  private final Movers movers;
  private final TokenSource tokens;
  private final CopyEnds ends;
  private final OpenEnds openEnds;

  /** What moves the bytes. */
  record Movers(
      ControlClient client,
      PeerTrust trust,
      CopySettings settings,
      Executor executor,
      Clock clock) {}

  CopyRun(
      Transactions transactions,
      CopyWatch.Endings endings,
      Sides sides,
      Movers movers,
      TokenSource tokens) {
    this.transactions = transactions;
    this.ending = endings.ending();
    this.openEnds = endings.open();
    this.ends = endings.told();
    this.sides = sides;
    this.movers = movers;
    this.tokens = tokens;
  }

  /** Takes a file up and ends it; false where its request is suspended and it waits on. */
  boolean run(CopyJob job) {
    try {
      Optional<CopyRow> row = transactions.run(sql -> copies.begin(sql, job.key(), tokens.now()));
      if (row.isPresent() && row.get().state() == CopyState.QUEUED) {
        job.suspend(true);
        return false;
      }
      if (row.isPresent() && row.get().state() == CopyState.RUNNING) {
        finish(job, copied(job));
      }
      row.filter(before -> before.state().isTerminal()) // ended before its turn
          .ifPresent(end -> job.tellEnd(ends, end));
    } catch (RuntimeException e) {
      LOG.error("copy {} cannot be begun", job.key(), e);
      openEnds.add(job, new OpenEnds.End.Failed(BROKEN));
    }
    return true;
  }

  private void finish(CopyJob job, Optional<ReturnStatus> failure) {
    if (failure.isEmpty()) {
      return;
    }
    ReturnStatus why = failure.get().code() == SrmStatus.ABORTED ? RESTARTED : failure.get();
    Optional<CopyRow> end;
    try {
      end = ending.end(job.key(), Optional.of(why));
    } catch (RuntimeException e) {
      LOG.error(
          "copy {} failed, but this could not be stored yet; it is stored later", job.key(), e);
      openEnds.add(job, new OpenEnds.End.Failed(why));
      return;
    }
    LOG.info(
        "copy {} of {} to {}: {}",
        job.head().token(),
        job.row().source(),
        job.row().target(),
        end.map(row -> row.status(false).toString()).orElse("gone"));
    end.ifPresent(row -> job.tellEnd(ends, row));
  }

  /** Empty where the file is copied, otherwise why it is not. */
  private Optional<ReturnStatus> copied(CopyJob job) {
    Optional<GsiCredential> credential = job.credential().map(this::credential);
    if (credential.isEmpty()) {
      return Optional.of(RESTARTED);
    }
    Instant end = credential.get().notAfter();
    Instant until = end.isBefore(job.head().deadline()) ? end : job.head().deadline();
    try {
      copy(credential.get(), new Errand(job, until, tokens));
      return Optional.empty();
    } catch (CopyRefused e) {
      return Optional.of(
          credential.get().getRemainingLifetime() == 0 && e.status().code() != SrmStatus.ABORTED
              ? ReturnStatus.of(
                  SrmStatus.FAILURE,
                  "the delegated credential ended " + end + ", before the file was copied")
              : e.status());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(RESTARTED);
    } catch (RuntimeException e) {
      LOG.error("copy {} failed with an internal error", job.key(), e);
      return Optional.of(BROKEN);
    }
  }

  private GsiCredential credential(DelegatedCredential held) {
    return GsiCredential.of(
        held.key(), held.chain(), movers.trust(), DelegationMode.FULL, movers.clock());
  }

  private void copy(GsiCredential credential, Errand errand)
      throws CopyRefused, InterruptedException {
    CopyRow row = errand.job().row();
    errand.left();
    SourceSide source = sides.source(row.source(), credential, errand);
    TargetSide target = sides.target(row.target(), credential, errand);
    boolean finished = false;
    try {
      Opened from = source.open();
      Opened to = target.open(from.size());
      long bytes = transfer(credential, errand, from, to, target.removePartial());
      if (errand.stop().isRaised()) {
        throw CopyRefused.stopped();
      }
      target.finish();
      finished = true;
      tellDone(errand.job(), bytes);
    } finally {
      if (!finished) {
        target.undo();
      }
      source.close();
    }
  }

  /** The file is there: nothing that the database does now makes a failure of it. */
  private void tellDone(CopyJob job, long bytes) {
    try {
      done(job, bytes);
    } catch (RuntimeException e) {
      LOG.error(
          "copy {} is done, but this could not be stored yet; it is stored later", job.key(), e);
      openEnds.add(job, new OpenEnds.End.Copied(bytes));
    }
  }

  private void done(CopyJob job, long bytes) {
    boolean told = ending.done(job.key(), bytes);
    LOG.info(
        "copy {} of {} to {}: {} bytes{}",
        job.head().token(),
        job.row().source(),
        job.row().target(),
        bytes,
        told ? "" : ", though it was aborted meanwhile");
    Optional<CopyRow> end =
        told ? Optional.of(job.row().copied(bytes)) : ending.end(job.key(), Optional.empty());
    end.ifPresent(row -> job.tellEnd(ends, row));
  }

  private long transfer(
      GsiCredential credential, Errand errand, Opened from, Opened to, boolean removePartial)
      throws CopyRefused, InterruptedException {
    CopyOrder order = new CopyOrder(from.url(), to.url(), credential, errand.left(), removePartial);
    ThirdPartyCopy copy =
        new ThirdPartyCopy(
            movers.client(),
            movers.settings(),
            movers.executor(),
            order,
            new Notes(errand.job())::arrived);
    try (StopSignal.Held _ = errand.stop().cutting(copy::abort)) {
      return switch (copy.run()) {
        case CopyEnd.Copied(long bytes, Optional<String> _) -> bytes;
        case CopyEnd.Aborted() -> throw CopyRefused.stopped();
        case CopyEnd.Failed(CopyEnd.Blame _, String reason) ->
            throw new CopyRefused(
                SrmStatus.FAILURE, withoutPath(withoutPath(reason, from.url()), to.url()));
      };
    }
  }

  /** Servers repeat the path that they were told; of a file of ours it is not shown. */
  private static String withoutPath(String reason, GsiftpUrl url) {
    return reason.replace(url.path(), "(the file)");
  }

  /** Stores the progress of a file now and then, without delaying the transfer. */
  private final class Notes {
    private final CopyJob job;
    private Instant next = Instant.EPOCH;

    Notes(CopyJob job) {
      this.job = job;
    }

    void arrived(long bytes, long size) {
      Instant now = tokens.now();
      if (now.isBefore(next)) {
        return;
      }
      next = now.plus(BETWEEN_NOTES);
      movers.executor().execute(() -> note(bytes, size));
    }

    private void note(long bytes, long size) {
      try {
        transactions.run(
            sql -> {
              copies.setProgress(sql, job.key(), bytes, size);
              return bytes;
            });
      } catch (RuntimeException e) {
        LOG.warn("the progress of copy {} could not be stored: {}", job.key(), e.getMessage());
      }
    }
  }
}
