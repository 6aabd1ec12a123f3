package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.StatReply;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.door.admit.turn.NoTurn;
import org.bora.door.admit.turn.Turn;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lease of an upload, against an engine that answers, does not answer, or has given it up. */
class DoorUploadIT {
  private static final Duration THIRD = DoorUpload.LEASE.dividedBy(3);

  @TempDir private Path directory;
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean banned = new AtomicBoolean();
  private final List<String> asked = new ArrayList<>();
  private AreaTree tree;
  private boolean answers = true;
  private boolean turns = true;

  /** Questions without an answer before there are answers again. */
  private int lost;

  /** Questions without a turn, after those, before there are turns again. */
  private int rush;

  /** Questions for the name that another writer has, before it is free. */
  private int taken;

  /** What a beginning takes. */
  private Duration slowness = Duration.ZERO;

  private ReturnStatus renewal = ReturnStatus.success();
  private DoorUpload upload;
  private DoorUpload.Ground ground;

  /** Knows the operations that an upload needs. */
  private final class Engines implements Backend {
    private final String turl;

    Engines(String turl) {
      this.turl = turl;
    }

    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      asked.add(operation.name());
      if (lost-- > 0) {
        throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "no answer", null);
      }
      if (!turns || rush-- > 0) {
        throw new NoTurn(new Turn.Refused(true, Duration.ofSeconds(5)));
      }
      if (!answers) {
        throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "no answer", null);
      }
      return operation.answer().cast(answer(operation));
    }

    private Reply answer(Operation<?, ?> operation) {
      if (operation.equals(Catalogue.BEGIN_UPLOAD)) {
        nanos.addAndGet(slowness.toNanos());
        ReturnStatus status =
            taken-- > 0 ? ReturnStatus.of(SrmStatus.FILE_BUSY, "") : ReturnStatus.success();
        PutFileStatus file =
            new PutFileStatus(
                new Surl("srm://h/f"),
                status,
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.of(turl).filter(_ -> status.equals(ReturnStatus.success())));
        return new PutReply(
            ReturnStatus.success(), Optional.of("token"), List.of(file), OptionalInt.empty());
      }
      if (operation.equals(Catalogue.STAT)) {
        ReturnStatus status =
            taken-- > 0
                ? ReturnStatus.of(SrmStatus.FILE_BUSY, "")
                : ReturnStatus.of(SrmStatus.INVALID_PATH, "");
        return new StatReply(status, List.of(new StatReply.Entry("/f", status, Optional.empty())));
      }
      if (operation.equals(Catalogue.PUT_DONE)) {
        return new SurlStatusesReply(ReturnStatus.success(), List.of());
      }
      return operation.equals(Catalogue.ABORT_REQUEST)
          ? new StatusReply(ReturnStatus.success())
          : new LifetimesReply(renewal, List.of());
    }
  }

  @BeforeEach
  void begin() throws IOException, Refused {
    Path root = directory.toRealPath();
    tree = new PosixDriver().open(root);
    var hidden = new Upload(AreaPath.parse("f"), UUID.randomUUID());
    tree.beginUpload(hidden, Owner.PROCESS, 0600);
    Call call =
        new Call(new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1"), Instant.MAX, "trace");
    Engine engine = new Engine(new Engines("file://" + tree.uploadPath(hidden)), () -> call, "h");
    ground =
        new DoorUpload.Ground(
            engine,
            new MountedAreas(List.of(tree)),
            new StillServed(banned::get, nanos::get),
            nanos::get,
            new Patience(nanos::get, this::after));
    upload = another();
    asked.clear();
  }

  private DoorUpload another() throws IOException, Refused {
    return DoorUpload.begin(ground, Name.of("/f"), Replacing.ANYTHING, OptionalLong.empty());
  }

  @Test
  void aNameIsAwaitedWhoseWriterMayBeGone() throws IOException, Refused {
    long before = nanos.get();
    taken = 6;
    another().close();
    assertEquals(Duration.ofSeconds(6), Duration.ofNanos(nanos.get() - before));
  }

  @Test
  void aLookBeforeACopyAwaitsTheNameToo() throws IOException, Refused {
    long before = nanos.get();
    taken = 6;
    assertEquals(Optional.empty(), ground.lookToWrite(Name.of("/f")));
    assertEquals(Duration.ofSeconds(6), Duration.ofNanos(nanos.get() - before));
  }

  /** Another writer may have ended it meanwhile. */
  @Test
  void anUploadWhoseBeginningTookLongIsRenewedBeforeItsFirstByte() throws IOException, Refused {
    another().close();
    assertEquals(List.of("beginUpload", "srmAbortRequest"), asked, "not one that began at once");
    asked.clear();
    slowness = Duration.ofSeconds(4);
    another().close();
    assertEquals(List.of("beginUpload", "srmExtendFileLifeTime", "srmAbortRequest"), asked);
    asked.clear();
    renewal = ReturnStatus.of(SrmStatus.INVALID_REQUEST, "it has ended");
    Refused refused = assertThrows(Refused.class, this::another);
    assertEquals(Optional.of(SrmStatus.FILE_BUSY), refused.srm());
    assertEquals(1, asked.stream().filter("srmAbortRequest"::equals).count() / 2, "begun twice");
  }

  @Test
  void aNameIsNotAwaitedForLong() {
    taken = 100;
    Refused refused = assertThrows(Refused.class, this::another);
    assertEquals(Optional.of(SrmStatus.FILE_BUSY), refused.srm());
    assertEquals(100 - 8, taken);
  }

  @AfterEach
  void end() {
    upload.close();
    tree.close();
  }

  private void after(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void write() throws IOException, Refused {
    upload.write(ByteBuffer.allocateDirect(1));
  }

  @Test
  void theLeaseIsRenewedAfterAThirdOfItAndNotBefore() throws Exception {
    after(THIRD.minusMillis(1));
    write();
    assertEquals(List.of(), asked);
    after(Duration.ofMillis(1));
    write();
    write();
    assertEquals(List.of("srmExtendFileLifeTime"), asked);
  }

  @Test
  void aBackendThatRestartsCostsNoUpload() throws Exception {
    answers = false;
    after(THIRD);
    write();
    write();
    assertEquals(1, asked.size(), "it is not asked again with each write");
    after(Duration.ofSeconds(5));
    write();
    answers = true;
    after(Duration.ofSeconds(5));
    write();
    assertEquals(3, asked.size());
    after(THIRD.minusMillis(1));
    write();
    assertEquals(3, asked.size(), "the lease began anew with the renewal");
  }

  /** The caller has so many requests in progress that the renewal gets no turn. */
  @Test
  void aRenewalWithoutATurnCostsNoUpload() throws Exception {
    turns = false;
    after(THIRD);
    write();
    after(Duration.ofSeconds(5));
    write();
    turns = true;
    after(Duration.ofSeconds(5));
    write();
    assertEquals(3, asked.size());
    turns = false;
    after(DoorUpload.LEASE);
    assertThrows(NoTurn.class, this::write, "the lease is over");
  }

  @Test
  void aCompleteUploadWaitsForItsTurn() throws Exception {
    write();
    rush = 3;
    upload.publish("00010001");
    upload.close();
    assertEquals(Collections.nCopies(4, "srmPutDone"), asked);
    assertEquals(Duration.ofSeconds(15), Duration.ofNanos(nanos.get()));
  }

  /** It would be asked as if for the first time, although it may have begun. */
  @Test
  void butNotAfterAnAnswerThatWasLost() throws Exception {
    write();
    lost = 1;
    rush = 1;
    assertThrows(BackendFailure.class, () -> upload.publish("00010001"));
    assertEquals(List.of("srmPutDone", "srmPutDone"), asked);
  }

  @Test
  void norForLong() throws Exception {
    write();
    turns = false;
    assertThrows(NoTurn.class, () -> upload.publish("00010001"));
    assertEquals(Patience.LONGEST, Duration.ofNanos(nanos.get()));
    turns = true;
    upload.close();
    assertEquals("srmAbortRequest", asked.getLast());
  }

  @Test
  void whereTheLeaseIsOverWithoutAnAnswerTheUploadEnds() throws Exception {
    answers = false;
    after(DoorUpload.LEASE);
    assertThrows(BackendFailure.class, this::write);
  }

  @Test
  void theUploadOfACallerWhoIsBannedMeanwhileEndsAndLeavesNothing() throws Exception {
    write();
    banned.set(true);
    after(StillServed.EVERY);
    assertEquals(403, assertThrows(Refused.class, this::write).status());
    upload.close();
    assertEquals(List.of("srmAbortRequest"), asked);
  }

  /** A copy that failed closes its upload before it tells so, and again at its end. */
  @Test
  void anUploadIsGivenUpOnce() {
    upload.close();
    upload.close();
    assertEquals(List.of("srmAbortRequest"), asked);
  }

  @Test
  void whatTheEngineHasGivenUpEndsAtOnce() throws Exception {
    renewal = ReturnStatus.of(SrmStatus.INVALID_REQUEST, "the put has ended");
    after(THIRD);
    assertThrows(Refused.class, this::write);
  }
}
