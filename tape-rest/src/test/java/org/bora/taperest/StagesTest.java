package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Grant;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What cancel and release ask of the engine. */
class StagesTest {
  private static final String ID = "0190c0de-0000-7000-8000-000000000001";

  /** Everything that is asked, but for the states of the request. */
  private final List<Object> asked = new ArrayList<>();

  private GetReply states = of(SrmStatus.SUCCESS, Optional.of(ID));
  private SrmStatus answer = SrmStatus.SUCCESS;
  private Optional<Grant> grant = Optional.empty();

  private static GetReply of(SrmStatus status, Optional<String> token, GetFileStatus... files) {
    return new GetReply(
        ReturnStatus.of(status, ""),
        token,
        List.of(files),
        OptionalInt.empty(),
        OptionalInt.empty());
  }

  /** The engine tells the size of files that it accepted, and of no others. */
  private static GetFileStatus file(String path, SrmStatus status, boolean accepted) {
    return new GetFileStatus(
        new SentPath(path).surl("host"),
        ReturnStatus.of(status, ""),
        accepted ? OptionalLong.of(7) : OptionalLong.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  private void request(GetFileStatus... files) {
    states = of(SrmStatus.REQUEST_INPROGRESS, Optional.of(ID), files);
  }

  /** Knows the states of the request, and writes down whatever else it is asked. */
  private final class Recording implements Backend {
    @Override
    @SuppressWarnings("unchecked")
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      if (Catalogue.STATUS_OF_BRING_ONLINE.equals(operation)) {
        return (R) states;
      }
      asked.add(question);
      return (R) new SurlStatusesReply(ReturnStatus.of(answer, ""), List.of());
    }
  }

  private void giveBack(String... paths) throws Refused {
    Caller caller = new Caller("/CN=fts", "/CN=CA", List.of(), "there", grant);
    Call call = new Call(caller, Instant.EPOCH, "trace");
    Stages stages = new Stages(new Recording(), () -> call, "host");
    stages.giveBack(ID, Stream.of(paths).map(SentPath::new).toList());
  }

  private Refused refusal(String... paths) {
    return assertThrows(Refused.class, () -> giveBack(paths));
  }

  private static ReleaseRequest release(String... paths) {
    return new ReleaseRequest(
        Optional.of(ID),
        Stream.of(paths).map(path -> new SentPath(path).surl("host")).toList(),
        false);
  }

  /** {@code Stagings} of the engine's scenarios does the same. */
  @ParameterizedTest
  @CsvSource({
    "REQUEST_QUEUED, true, true",
    "REQUEST_SUSPENDED, true, true",
    "REQUEST_INPROGRESS, true, true",
    "SUCCESS, true, true",
    "FILE_PINNED, true, true",
    "RELEASED, true, true",
    "FILE_LIFETIME_EXPIRED, true, true",
    "FILE_LIFETIME_EXPIRED, false, false",
    "ABORTED, true, false",
    "INVALID_PATH, false, false",
    "AUTHORIZATION_FAILURE, false, false",
    "FILE_LOST, false, false",
    "REQUEST_TIMED_OUT, true, false",
    "FAILURE, true, false"
  })
  void whatWaitsOrIsOnDiskIsReleasedAndWhatFailedOrWasCancelledIsLeftAlone(
      SrmStatus status, boolean accepted, boolean released) throws Refused {
    request(file("/vo/a", status, accepted));
    giveBack("/vo/a");
    assertEquals(released ? List.of(release("/vo/a")) : List.of(), asked);
  }

  @Test
  void theFilesThatAreNamedAreReleasedByOneQuestionAndNoOthers() throws Refused {
    request(
        file("/vo/waits", SrmStatus.REQUEST_QUEUED, true),
        file("/vo/fails", SrmStatus.INVALID_PATH, false),
        file("/vo/other", SrmStatus.REQUEST_QUEUED, true),
        file("/vo/staged", SrmStatus.FILE_PINNED, true));
    giveBack("/vo/staged", "/vo/fails", "/vo/waits");
    assertEquals(List.of(release("/vo/staged", "/vo/waits")), asked);
  }

  /** The engine knows a file by the path that the request has. */
  @Test
  void aFileMayBeSpelledInAnotherWay() throws Refused {
    request(file("/vo/%61", SrmStatus.REQUEST_QUEUED, true));
    giveBack("//vo/a/");
    assertEquals(List.of(release("/vo/%61")), asked);
  }

  @Test
  void nothingIsDoneWhereOnePathIsNotOfTheRequest() {
    request(
        file("/vo/waits", SrmStatus.REQUEST_QUEUED, true),
        file("/vo/staged", SrmStatus.FILE_PINNED, true));
    Refused refusal = refusal("/vo/waits", "/vo/stranger", "/vo/staged");
    assertEquals(400, refusal.status());
    assertTrue(refusal.getMessage().contains("/vo/stranger "), refusal.getMessage());
    assertEquals(List.of(), asked);
  }

  @Test
  void nothingIsDoneForATokenThatMayOnlyLook() {
    request(file("/vo/a", SrmStatus.REQUEST_QUEUED, true));
    grant = Optional.of(new Grant(List.of(new Grant.Scope(Grant.Action.POLL, "/", false))));
    assertEquals(403, refusal("/vo/a").status());
    assertEquals(List.of(), asked);
  }

  @Test
  void anUnknownRequestIsNotFound() {
    states = of(SrmStatus.INVALID_REQUEST, Optional.empty());
    assertEquals(404, refusal("/vo/a").status());
    assertEquals(List.of(), asked);
  }

  /** The file has come, failed or been given up since its state was read. */
  @ParameterizedTest
  @EnumSource(names = {"SUCCESS", "PARTIAL_SUCCESS", "ABORTED", "FAILURE", "INVALID_PATH"})
  void aFileWhoseStateHasChangedSinceIsNoMistake(SrmStatus told) throws Refused {
    request(file("/vo/a", SrmStatus.REQUEST_QUEUED, true));
    answer = told;
    giveBack("/vo/a");
    assertEquals(List.of(release("/vo/a")), asked);
  }

  @ParameterizedTest
  @CsvSource({"INVALID_REQUEST, 404", "AUTHORIZATION_FAILURE, 403", "INTERNAL_ERROR, 503"})
  void aRefusalOfTheEngineIsTold(SrmStatus told, int status) {
    request(file("/vo/a", SrmStatus.REQUEST_QUEUED, true));
    answer = told;
    assertEquals(status, refusal("/vo/a").status());
  }
}
