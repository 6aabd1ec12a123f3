package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.directory.StatReply;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlsRequest;
import org.junit.jupiter.api.Test;

/** What is asked of the engine, and how its failures are told. */
class QuestionsToTheEngineTest {
  private static final ReturnStatus MISSING = ReturnStatus.of(SrmStatus.INVALID_PATH, "none");
  private static final Instant DEADLINE = Instant.parse("2026-11-30T12:00:00Z");

  private final List<Object> asked = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();

  /** Looks that are answered before one fails. */
  private int answered = Integer.MAX_VALUE;

  private BackendFailure.Kind fails = BackendFailure.Kind.TIMED_OUT;

  private final Backend backend =
      new Backend() {
        @Override
        @SuppressWarnings("unchecked")
        public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
          asked.add(question);
          calls.add(call);
          return (R) (question instanceof SurlsRequest looks ? looks(looks) : staged());
        }
      };

  private StatReply looks(SurlsRequest looks) {
    if (asked.size() > answered) {
      throw new BackendFailure(fails, "too late", null);
    }
    return new StatReply(
        MISSING,
        looks.surls().stream()
            .map(surl -> new StatReply.Entry(surl.text(), MISSING, Optional.empty()))
            .toList());
  }

  private static GetReply staged() {
    return new GetReply(
        ReturnStatus.of(SrmStatus.REQUEST_QUEUED, ""),
        Optional.of("id"),
        List.of(),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  private Stages stages() {
    Caller caller = new Caller("/CN=fts", "/CN=CA", List.of(), "h");
    return new Stages(backend, () -> new Call(caller, DEADLINE, "t"), "host");
  }

  private String name(Optional<String> given) throws Exception {
    WantedFile file = new WantedFile(new SentPath("/vo/a"), Duration.ofHours(1), Optional.empty());
    stages().stage(List.of(file), given);
    return ((GetRequest) asked.getLast()).name().orElseThrow();
  }

  @Test
  void eachStageRequestHasANameSoThatTheEngineCanBeAskedAgain() throws Exception {
    assertEquals("mine", name(Optional.of("mine")));
    assertNotEquals(name(Optional.empty()), name(Optional.empty()));
  }

  private static List<SentPath> paths(int count) {
    return IntStream.range(0, count).mapToObj(n -> new SentPath("/vo/" + n)).toList();
  }

  @Test
  void manyPathsAreLookedAtInPartsWithOneDeadline() throws Exception {
    int count = 2 * Stages.LOOKS_AT_A_TIME + 1;
    List<StatReply.Entry> entries = stages().archiveInfo(paths(count));
    assertEquals(count, entries.size());
    assertTrue(entries.getLast().path().endsWith("/vo/" + (count - 1)));
    assertEquals(
        List.of(Stages.LOOKS_AT_A_TIME, Stages.LOOKS_AT_A_TIME, 1),
        asked.stream().map(each -> ((SurlsRequest) each).surls().size()).toList());
    assertEquals(1, calls.stream().distinct().count());
  }

  @Test
  void whatCouldBeFoundOutInTimeIsTold() throws Exception {
    answered = 1;
    List<StatReply.Entry> entries = stages().archiveInfo(paths(3 * Stages.LOOKS_AT_A_TIME));
    assertEquals(3 * Stages.LOOKS_AT_A_TIME, entries.size());
    assertEquals(MISSING, entries.get(Stages.LOOKS_AT_A_TIME - 1).status());
    String error = entries.get(Stages.LOOKS_AT_A_TIME).status().explanation();
    assertTrue(error.contains("repeat the request"), error);
    assertEquals(2, asked.size());
  }

  @Test
  void aFailureOtherThanOfTimeIsTheAnswer() {
    answered = 1;
    fails = BackendFailure.Kind.TRANSIENT;
    assertThrows(
        BackendFailure.class, () -> stages().archiveInfo(paths(2 * Stages.LOOKS_AT_A_TIME)));
  }

  @Test
  void whereNothingWasFoundOutInTimeTheCallFails() {
    answered = 0;
    assertThrows(BackendFailure.class, () -> stages().archiveInfo(paths(3)));
  }
}
