package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.damage.DamageReport;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Vouched;
import org.junit.jupiter.api.Test;

/** What was read of a file to its end, and what the engine hears of it. */
class StoredSumTest {
  private static final Name FILE = new Name("/area/file", true);
  private static final UUID ID = new UUID(1, 2);
  private static final String STORED = "062c0215";
  private static final String READ = "06360217";

  private final List<DamageReport> reports = new ArrayList<>();
  private Optional<BackendFailure> failure = Optional.empty();
  private ReturnStatus answer = ReturnStatus.success();

  private final StoredSum stored =
      new StoredSum(
          new Engine(
              new Reported(),
              () ->
                  new Call(
                      new Caller("/CN=Alice", "/CN=CA", List.of(), "::1"), Instant.MAX, "trace"),
              "h"),
          "S3");

  private final class Reported implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      if (failure.isPresent()) {
        throw failure.get();
      }
      reports.add((DamageReport) question);
      return operation.answer().cast(new StatusReply(answer));
    }

    @Override
    public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
      throw new IllegalStateException(operation.name() + " is not known here");
    }
  }

  /** A file that was opened, as it is now. */
  private record Opened(EntryFacts facts) implements OpenFile {
    @Override
    public int read(ByteBuffer into, long position) {
      return 0;
    }

    @Override
    public void write(ByteBuffer from, long position) throws StorageException {
      throw new StorageException(Reason.DENIED, "it was opened to be read");
    }

    @Override
    public boolean hold() {
      return false;
    }

    @Override
    public void sum(String adler32) throws StorageException {
      throw new StorageException(Reason.DENIED, "it was opened to be read");
    }

    @Override
    public void note(String name, String text) throws StorageException {
      throw new StorageException(Reason.DENIED, "it was opened to be read");
    }

    @Override
    public Optional<String> note(String name) {
      return Optional.empty();
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  private static EntryFacts facts(Optional<String> adler32) {
    return new EntryFacts(
        EntryFacts.Kind.FILE,
        5,
        Instant.EPOCH,
        Instant.EPOCH,
        0600,
        0,
        0,
        adler32,
        Optional.of(ID),
        Optional.empty(),
        Residency.DISK,
        Vouched.NOTHING);
  }

  private Reason refusal(Optional<String> now) {
    EntryFacts before = facts(Optional.of(STORED));
    return assertThrows(
            StorageException.class,
            () -> stored.require(new Opened(facts(now)), before, FILE, READ))
        .reason();
  }

  @Test
  void aDamagedFileIsReportedAndNotCopied() {
    assertEquals(Reason.DAMAGED, refusal(Optional.of(STORED)));
    DamageReport report =
        new DamageReport(FILE.surl("h"), Optional.of(ID.toString()), STORED, READ, "S3");
    assertEquals(List.of(report), reports);
  }

  @Test
  void theCopyFailsInTheSameWayWhereTheReportIsLostOrIgnored() {
    failure =
        Optional.of(new BackendFailure(BackendFailure.Kind.TRANSIENT, "no backend answers", null));
    assertEquals(Reason.DAMAGED, refusal(Optional.of(STORED)));
    failure = Optional.empty();
    answer = ReturnStatus.of(SrmStatus.INVALID_REQUEST, "it has another stored checksum");
    assertEquals(Reason.DAMAGED, refusal(Optional.of(STORED)));
    assertEquals(1, reports.size());
  }

  @Test
  void whatIsNoDamageIsNotReported() {
    assertEquals(Reason.CHANGED, refusal(Optional.empty()));
    assertEquals(Reason.CHANGED, refusal(Optional.of(READ)));
    for (Optional<String> sum : List.of(Optional.of(READ), Optional.<String>empty())) {
      assertDoesNotThrow(() -> stored.require(new Opened(facts(sum)), facts(sum), FILE, READ));
    }
    assertTrue(reports.isEmpty(), reports::toString);
  }
}
