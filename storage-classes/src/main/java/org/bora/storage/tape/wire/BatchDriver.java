package org.bora.storage.tape.wire;

import java.util.Objects;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeWork;

/**
 * An external tape system, which gets whole batches for all operations. Each batch with work is
 * passed to {@link #run}; after an interrupt nothing is started.
 */
public abstract class BatchDriver implements TapeDriver {
  private final String library;
  private final Verification verification;

  /**
   * One library.
   *
   * @param library the name of the tape system, as the configuration has it
   * @param verification of the copies that it reports
   */
  protected BatchDriver(String library, Verification verification) {
    this.library = Objects.requireNonNull(library, "library");
    this.verification = Objects.requireNonNull(verification, "verification");
  }

  /** The name of the tape system, for itself and for messages. */
  protected final String library() {
    return library;
  }

  @Override
  public final void migrate(TapeWork work) throws InterruptedException {
    begin(TapeOperation.MIGRATE, work);
  }

  @Override
  public final void recall(TapeWork work) throws InterruptedException {
    begin(TapeOperation.RECALL, work);
  }

  @Override
  public final void remove(TapeWork work) throws InterruptedException {
    begin(TapeOperation.REMOVE, work);
  }

  private void begin(TapeOperation operation, TapeWork work) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("before the batch was begun");
    }
    UnreportedFiles open =
        new UnreportedFiles(
            work, operation == TapeOperation.MIGRATE && verification == Verification.CHECKSUM);
    if (!open.isEmpty()) {
      run(operation, open);
    }
  }

  /** Works on a batch as {@link TapeDriver} promises it; there is at least one open file. */
  protected abstract void run(TapeOperation operation, UnreportedFiles open)
      throws InterruptedException;

  /** Batches end with their callers, which are interrupted: nothing else is held. */
  @Override
  public void close() {}
}
