package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.FileType;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Action;
import org.bora.api.word.Grant.Scope;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;
import org.bora.api.word.SurlsRequest;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.FakeEngine;
import org.bora.files.Name;
import org.bora.files.Patience;
import org.junit.jupiter.api.Test;

/** The name that a replaced file has meanwhile: what a token allows there, and lost answers. */
class AsideTest {
  /** In five minutes, one at once and each five seconds. */
  private static final int TRIES = 61;

  private final List<MvRequest> asked = new ArrayList<>();
  private final List<Object> removals = new ArrayList<>();
  private final List<Boolean> repeated = new ArrayList<>();
  private final Deque<Supplier<ReturnStatus>> answers = new ArrayDeque<>();
  private final AtomicLong nanos = new AtomicLong();

  /** Gives the answers of the test in their order; after the last of them everything succeeds. */
  private final class Scripted implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      if (question instanceof MvRequest rename) {
        asked.add(rename);
        repeated.add(call.repeated());
      } else {
        removals.add(question);
      }
      ReturnStatus status =
          answers.isEmpty() ? ReturnStatus.success() : answers.removeFirst().get();
      if (operation.answer() == StatReply.class) {
        return operation.answer().cast(new StatReply(status, List.of(file())));
      }
      if (operation.answer() == SurlStatusesReply.class) {
        return operation.answer().cast(new SurlStatusesReply(status, List.of()));
      }
      return operation.answer().cast(new StatusReply(status));
    }

    @Override
    public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
      throw new AssertionError("nothing is listed");
    }
  }

  private static StatReply.Entry file() {
    return new StatReply.Entry(
        "/vo/b.replaced",
        ReturnStatus.success(),
        Optional.of(FakeEngine.attributes(FileType.FILE)));
  }

  private Aside move() throws Refused {
    Call call = call(Optional.empty());
    Patience patience = new Patience(nanos::get, time -> nanos.addAndGet(time.toNanos()));
    return Aside.move(
        new Engine(new Scripted(), () -> call, "h"), patience, Name.of("/vo/b"), Optional.empty());
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

  private void refuse(SrmStatus code) {
    answers.add(() -> ReturnStatus.of(code, "why"));
  }

  /** The last question takes back what the first one asked for. */
  private void assertPutBack(boolean wanted) {
    MvRequest first = asked.getFirst();
    MvRequest back = MvRequest.exactly(first.to(), first.from(), Optional.empty());
    assertEquals(wanted, asked.getLast().equals(back), asked.toString());
  }

  @Test
  void aLostAnswerIsAskedForAgainAsARepetition() throws Refused {
    lose(lost());
    Aside aside = move();
    assertEquals(List.of(false, true), repeated);
    assertEquals(aside.name().surl("h"), asked.getLast().to());
    assertPutBack(false);
  }

  @Test
  void whatMayHaveBeenMovedAsideIsPutBack() {
    lose(lost());
    lose(lost());
    assertThrows(BackendFailure.class, this::move);
    assertEquals(3, asked.size());
    assertPutBack(true);
  }

  @Test
  void aRefusalAfterALostAnswerDoesNotTellThatItWasNotMoved() {
    lose(lost());
    refuse(SrmStatus.INVALID_PATH);
    assertThrows(Refused.class, this::move);
    assertEquals(3, asked.size());
    assertPutBack(true);
  }

  /** The rename may have been done, and not have reached the disk. */
  @Test
  void whatAFailingDiskMayHaveMovedIsPutBack() {
    refuse(SrmStatus.FAILURE);
    assertThrows(Refused.class, this::move);
    assertEquals(2, asked.size());
    assertPutBack(true);
  }

  @Test
  void whatWasCertainlyNotMovedStays() {
    for (SrmStatus code :
        List.of(
            SrmStatus.AUTHORIZATION_FAILURE,
            SrmStatus.FILE_BUSY,
            SrmStatus.NOT_SUPPORTED,
            SrmStatus.NO_USER_SPACE)) {
      asked.clear();
      refuse(code);
      assertThrows(Refused.class, this::move);
      assertEquals(1, asked.size());
    }
    asked.clear();
    lose(BackendFailure.notBegun("no backend"));
    lose(BackendFailure.notBegun("no backend"));
    assertThrows(BackendFailure.class, this::move);
    assertPutBack(false);
    assertEquals(2, asked.size());
  }

  @Test
  void puttingBackIsAskedForAgainToo() throws Refused {
    Aside aside = move();
    lose(lost());
    aside.putBack();
    assertEquals(List.of(false, false, true), repeated);
    assertPutBack(true);
  }

  /** A database that was in the way for a moment. */
  @Test
  void anEngineThatCouldNotTellIsAskedOnceMoreAsARepetition() throws Refused {
    refuse(SrmStatus.INTERNAL_ERROR);
    Aside aside = move();
    assertEquals(List.of(false, true), repeated);
    assertEquals(aside.name().surl("h"), asked.getLast().to());
  }

  @Test
  void itIsMovedAsideOnlyWhereItMayBeBroughtBackAndRemoved() throws Refused {
    Aside aside = move();
    aside.putBack();
    assertEquals(List.of(true, false), asked.stream().map(MvRequest::makesRoom).toList());
    assertEquals(List.of(true, true), asked.stream().map(MvRequest::exact).toList());
  }

  @Test
  void puttingBackIsRepeatedForFiveMinutes() throws Refused {
    for (SrmStatus code : List.of(SrmStatus.INTERNAL_ERROR, SrmStatus.FILE_BUSY)) {
      asked.clear();
      answers.clear();
      Aside aside = move();
      for (int time = 0; time < 2 * TRIES + 1; time++) {
        refuse(code);
      }
      aside.putBack();
      // each try asks once more at once where it is in doubt
      assertEquals(1 + (code == SrmStatus.INTERNAL_ERROR ? 2 : 1) * TRIES, asked.size());
    }
  }

  /** The temporary name appears only when the storage answers again. */
  @Test
  void aRenameThatMayComeLateIsWaitedForAndPutBack() {
    lose(BackendFailure.ofSilentStorage());
    refuse(SrmStatus.FILE_BUSY);
    refuse(SrmStatus.INVALID_PATH);
    refuse(SrmStatus.INVALID_PATH);
    assertThrows(Refused.class, this::move);
    assertEquals(2 + 3, asked.size());
    assertPutBack(true);
  }

  /** A second removal could meet the rename that comes late, and take away the new entry. */
  @Test
  void whatMayBeRenamedLateIsNotRemoved() throws Refused {
    lose(BackendFailure.ofSilentStorage());
    move().remove(true);
    assertEquals(List.of(), removals);
  }

  @Test
  void afterALostAnswerTheRemovalIsNotRepeated() throws Refused {
    lose(lost());
    Aside aside = move();
    lose(lost());
    aside.remove(true);
    assertEquals(1, removals.size());
  }

  @Test
  void whatTurnsOutToBeOfTheOtherKindIsRemovedToo() throws Refused {
    Aside aside = move();
    refuse(SrmStatus.INVALID_PATH);
    aside.remove(true);
    assertEquals(
        List.of(RmdirRequest.class, SurlsRequest.class, RmRequest.class),
        removals.stream().<Class<?>>map(Object::getClass).toList());
  }

  @Test
  void theRemovalOfWhatWasReplacedIsRepeatedForFiveMinutes() throws Refused {
    for (int failures : List.of(TRIES - 1, TRIES + 1)) {
      removals.clear();
      answers.clear();
      Aside aside = move();
      for (int time = 0; time < failures; time++) {
        if (time % 2 == 0) {
          lose(lost());
        } else {
          refuse(SrmStatus.INTERNAL_ERROR);
        }
      }
      aside.remove(true);
      assertEquals(TRIES, removals.size());
      assertEquals(Math.max(0, failures - TRIES), answers.size());
    }
  }

  @Test
  void aRemovalThatIsRefusedIsNotRepeated() throws Refused {
    Aside aside = move();
    refuse(SrmStatus.NON_EMPTY_DIRECTORY);
    aside.remove(true);
    assertEquals(1, removals.size());
  }

  private static Call call(Optional<Grant> grant) {
    return new Call(
        new Caller("/CN=Alice", "https://iam", List.of(), "::1", grant), Instant.MAX, "trace");
  }

  @Test
  void theNameAsideHasTheRightsOfTheReplacedOne() {
    Scope modify = new Scope(Action.MODIFY, "/vo/b", false);
    Scope read = new Scope(Action.READ, "/vo", true);
    Scope other = new Scope(Action.MODIFY, "/vo/a", false);
    Call wider =
        Aside.allowing(
            call(Optional.of(new Grant(List.of(modify, read, other), Optional.of("macaroon")))),
            "/vo/b",
            "/vo/b.replaced-1");
    assertEquals(
        new Grant(
            List.of(
                modify,
                read,
                other,
                new Scope(Action.MODIFY, "/vo/b.replaced-1", false),
                new Scope(Action.READ, "/vo/b.replaced-1", false)),
            Optional.of("macaroon")),
        wider.caller().grant().orElseThrow());
  }

  @Test
  void callersWithoutATokenStayAsTheyAre() {
    Call plain = call(Optional.empty());
    assertEquals(plain, Aside.allowing(plain, "/vo/b", "/vo/b.replaced-1"));
  }
}
