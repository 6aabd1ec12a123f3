package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.door.http.Refused;
import org.bora.door.http.StillServed;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.junit.jupiter.api.Test;

/** What a COPY of a directory asks the engine to publish it, and to take it back. */
class UnfinishedCopyTest {
  /** In five minutes, one at once and each five seconds. */
  private static final int FAILURES = 61;

  private final List<Object> asked = new ArrayList<>();
  private final List<Boolean> repeated = new ArrayList<>();
  private final Deque<Supplier<ReturnStatus>> answers = new ArrayDeque<>();
  private final AtomicLong nanos = new AtomicLong();

  /** Gives the answers of the test in their order; after the last of them everything succeeds. */
  private final class Scripted implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      if (operation.answer() == StatReply.class) {
        ReturnStatus nothing = ReturnStatus.of(SrmStatus.INVALID_PATH, "there is nothing");
        StatReply.Entry entry = new StatReply.Entry("/vo/d", nothing, Optional.empty());
        return operation.answer().cast(new StatReply(nothing, List.of(entry)));
      }
      asked.add(question);
      repeated.add(call.repeated());
      ReturnStatus status =
          answers.isEmpty() ? ReturnStatus.success() : answers.removeFirst().get();
      return operation.answer().cast(new StatusReply(status));
    }

    @Override
    public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
      throw new AssertionError("nothing is listed");
    }
  }

  private UnfinishedCopy begin() throws Refused {
    return begin(time -> nanos.addAndGet(time.toNanos()));
  }

  private UnfinishedCopy begin(Patience.Pause pause) throws Refused {
    Call call = call(Optional.empty());
    StillServed banned = new StillServed(() -> true, nanos::get);
    Patience patience = new Patience(nanos::get, pause);
    return UnfinishedCopy.begin(
        new Engine(new Scripted(), () -> call, "h"), banned, patience, Name.of("/vo/d"));
  }

  private static Call call(Optional<Grant> grant) {
    return new Call(
        new Caller("/CN=Alice", "https://iam", List.of(), "::1", grant), Instant.MAX, "trace");
  }

  private void refuse(SrmStatus code) {
    answers.add(() -> ReturnStatus.of(code, "why"));
  }

  private void lose(BackendFailure failure) {
    answers.add(
        () -> {
          throw failure;
        });
  }

  private static BackendFailure lost() {
    return new BackendFailure(BackendFailure.Kind.TRANSIENT, "lost", null);
  }

  private MvRequest rename(UnfinishedCopy copy) throws Refused {
    return MvRequest.exactly(copy.name().surl("h"), Name.of("/vo/d").surl("h"), Optional.empty());
  }

  private RmdirRequest removal(UnfinishedCopy copy) {
    return new RmdirRequest(copy.name().surl("h"), true);
  }

  @Test
  void oneExactRenamePublishesItAndNothingIsRemoved() throws Refused {
    UnfinishedCopy copy = begin();
    copy.publish();
    copy.close();
    assertTrue(copy.name().path().matches("/vo/d\\.copying-[0-9a-f-]{36}"), copy.name().path());
    MkdirRequest made =
        new MkdirRequest(copy.name().surl("h"), Optional.of(Name.of("/vo/d").surl("h")));
    assertEquals(List.of(made, rename(copy)), asked);
  }

  @Test
  void whatIsNotPublishedGoesByItsOwnName() throws Refused {
    UnfinishedCopy copy = begin();
    refuse(SrmStatus.DUPLICATION_ERROR);
    assertEquals(412, assertThrows(Refused.class, copy::publish).status());
    copy.close();
    assertEquals(List.of(rename(copy), removal(copy)), asked.subList(1, 3));
  }

  @Test
  void aRenameWhoseAnswerIsLostIsAskedForAgainAsARepetition() throws Refused {
    UnfinishedCopy copy = begin();
    lose(lost());
    copy.publish();
    copy.close();
    assertEquals(List.of(rename(copy), rename(copy)), asked.subList(1, 3));
    assertEquals(List.of(false, false, true), repeated);
  }

  /** A rename that is done late must find all of it, or nothing. */
  @Test
  void nothingIsRemovedWhereTheRenameMayBeDoneYet() throws Refused {
    UnfinishedCopy copy = begin();
    lose(lost());
    refuse(SrmStatus.FILE_BUSY);
    assertEquals(423, assertThrows(Refused.class, copy::publish).status());
    copy.close();
    assertEquals(List.of(rename(copy), rename(copy)), asked.subList(1, asked.size()));
  }

  @Test
  void itIsRemovedWhereTheRenameHasNotBegun() throws Refused {
    UnfinishedCopy copy = begin();
    lose(BackendFailure.notBegun("no backend"));
    lose(BackendFailure.notBegun("no backend"));
    assertThrows(BackendFailure.class, copy::publish);
    copy.close();
    assertEquals(removal(copy), asked.getLast());
    assertEquals(List.of(false, false, false, false), repeated);
  }

  @Test
  void aDirectoryWhoseMakingGotNoAnswerIsRemoved() {
    lose(lost());
    assertThrows(BackendFailure.class, this::begin);
    MkdirRequest made = (MkdirRequest) asked.getFirst();
    assertEquals(made.surl(), ((RmdirRequest) asked.get(1)).surl());
  }

  @Test
  void whereNothingHasBegunNothingIsRemoved() {
    lose(BackendFailure.notBegun("no backend"));
    assertThrows(BackendFailure.class, this::begin);
    assertEquals(1, asked.size());
  }

  /** Its list of rights or a sync failed after it was made. */
  @Test
  void aDirectoryThatWasMadeBeforeTheRefusalIsRemoved() {
    for (SrmStatus code : List.of(SrmStatus.FAILURE, SrmStatus.INTERNAL_ERROR)) {
      asked.clear();
      refuse(code);
      assertThrows(Refused.class, this::begin);
      MkdirRequest made = (MkdirRequest) asked.getFirst();
      assertEquals(made.surl(), ((RmdirRequest) asked.get(1)).surl());
    }
  }

  @Test
  void aRefusalOfTheCallerOrOfTheNameMakesNothing() {
    for (SrmStatus code : List.of(SrmStatus.AUTHORIZATION_FAILURE, SrmStatus.DUPLICATION_ERROR)) {
      asked.clear();
      refuse(code);
      assertThrows(Refused.class, this::begin);
      assertEquals(1, asked.size());
    }
  }

  @Test
  void aRemovalWithoutAnAnswerIsRepeatedForFiveMinutes() throws Refused {
    for (int failures : List.of(FAILURES - 1, FAILURES + 1)) {
      asked.clear();
      UnfinishedCopy copy = begin();
      for (int time = 0; time < failures; time++) {
        lose(lost());
      }
      copy.close();
      assertEquals(1 + FAILURES, asked.size());
      assertEquals(Math.max(0, failures - FAILURES), answers.size());
    }
  }

  @Test
  void aServiceThatStopsDoesNotWaitForTheRemoval() throws Refused {
    UnfinishedCopy copy =
        begin(
            _ -> {
              throw new InterruptedException("the service stops");
            });
    lose(lost());
    copy.close();
    assertTrue(Thread.interrupted());
    assertEquals(2, asked.size());
  }

  /** A large tree takes several calls, and a filesystem that hangs comes back. */
  @Test
  void aRemovalThatMayBeAskedForAgainIsSoForFiveMinutes() throws Refused {
    for (int refusals : List.of(FAILURES - 1, FAILURES + 1)) {
      asked.clear();
      answers.clear();
      UnfinishedCopy copy = begin();
      for (int time = 0; time < refusals; time++) {
        refuse(SrmStatus.INTERNAL_ERROR);
      }
      copy.close();
      assertEquals(1 + FAILURES, asked.size());
      assertEquals(Math.max(0, refusals - FAILURES), answers.size());
    }
  }

  @Test
  void whatIsGoneByTheNextTryIsRemoved() throws Refused {
    UnfinishedCopy copy = begin();
    lose(lost());
    refuse(SrmStatus.INVALID_PATH);
    copy.close();
    assertEquals(3, asked.size());
  }

  /** The filesystem did not answer, and may do the rename yet. */
  @Test
  void nothingIsRemovedWhereTheEngineCannotTellOfTheRename() throws Refused {
    UnfinishedCopy copy = begin();
    refuse(SrmStatus.INTERNAL_ERROR);
    refuse(SrmStatus.INTERNAL_ERROR);
    assertEquals(503, assertThrows(Refused.class, copy::publish).status());
    copy.close();
    assertEquals(List.of(rename(copy), rename(copy)), asked.subList(1, asked.size()));
    assertEquals(List.of(false, false, true), repeated);
  }

  @Test
  void aRemovalThatIsRefusedIsNotRepeated() throws Refused {
    UnfinishedCopy copy = begin();
    refuse(SrmStatus.NON_EMPTY_DIRECTORY);
    copy.close();
    assertEquals(2, asked.size());
  }

  @Test
  void aCallerWhoIsBannedMeanwhilePublishesNothing() throws Refused {
    UnfinishedCopy copy = begin();
    nanos.addAndGet(StillServed.EVERY.toNanos());
    assertEquals(403, assertThrows(Refused.class, copy::publish).status());
    copy.close();
    assertEquals(removal(copy), asked.get(1));
  }

  @Test
  void aMissingParentIsAConflict() {
    refuse(SrmStatus.INVALID_PATH);
    assertEquals(409, assertThrows(Refused.class, this::begin).status());
    assertEquals(1, asked.size());
  }

  private static List<Scope> allowed(Scope scope) {
    Call wider =
        UnfinishedCopy.allowing(
            call(Optional.of(new Grant(List.of(scope)))), "/vo/d", "/vo/d.copying-1");
    return wider.caller().grant().orElseThrow().scopes();
  }

  @Test
  void aScopeOfTheNameIsOneOfTheUnfinishedCopy() {
    Scope create = new Scope(Action.CREATE, "/vo/d", false);
    Scope there = new Scope(Action.CREATE, "/vo/d.copying-1", false);
    assertEquals(List.of(create, there), allowed(create));
    Scope slash = new Scope(Action.CREATE, "/vo/d", true);
    assertEquals(List.of(slash, there, create), allowed(slash));
    Scope below = new Scope(Action.CREATE, "/vo/d/e", false);
    assertEquals(List.of(below), allowed(below));
  }
}
