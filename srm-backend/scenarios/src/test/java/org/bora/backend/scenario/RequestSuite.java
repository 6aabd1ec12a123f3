package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.get;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.RequestType;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** What holds for requests of every kind, on whatever database a subclass names. */
abstract class RequestSuite extends RequestedFiles {
  private LifetimesReply extend(
      String dn, Optional<String> token, OptionalInt file, OptionalInt pin, String... names) {
    return site.requests.call(
        Catalogue.EXTEND_FILE_LIFE_TIME,
        site.call(dn),
        new ExtendRequest(token, Stream.of(names).map(SmallSite::surl).toList(), file, pin));
  }

  @Test
  void whatIsFinishedKeepsItsStatusWhateverBecomesOfItsFiles() {
    GetReply reply = bring(asked("", OptionalInt.of(0), "a", "missing"));
    String token = reply.token().orElseThrow();
    assertEquals(SrmStatus.PARTIAL_SUCCESS, reply.status().code());
    abort(ALICE, token);
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.INVALID_PATH), files(status(reply)));
    assertEquals(SrmStatus.PARTIAL_SUCCESS, status(reply).status().code());
    assertEquals(
        SrmStatus.PARTIAL_SUCCESS, summaries(ALICE, token).requests().getFirst().status().code());
  }

  @Test
  void requestsAreSummedUpWithoutAWordToStrangers() {
    String pinned = bring(get("a", "missing")).token().orElseThrow();
    PutReply writing =
        site.puts.call(
            Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, "a", "x", "y"));
    String put = writing.token().orElseThrow();
    site.puts.call(
        Catalogue.PUT_DONE, site.call(ALICE), new PutDoneRequest(put, List.of(surl("x"))));
    String foreign =
        site.gets
            .call(Catalogue.PREPARE_TO_GET, site.call(BOB), get("a", "b", "c"))
            .token()
            .orElseThrow();
    RequestSummariesReply told = summaries(ALICE, pinned, put, foreign, "nonsense");
    assertEquals(SrmStatus.PARTIAL_SUCCESS, told.status().code());
    RequestSummary one = told.requests().getFirst();
    assertEquals(Optional.of(RequestType.BRING_ONLINE), one.type());
    assertEquals(SrmStatus.PARTIAL_SUCCESS, one.status().code());
    assertNumbers(one, 1, 0, 1);
    assertEquals(Optional.of(RequestType.PREPARE_TO_PUT), told.requests().get(1).type());
    assertNumbers(told.requests().get(1), 1, 1, 1);
    RequestSummary other = told.requests().get(2);
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, other.status().code());
    assertTrue(other.type().isEmpty() && other.total().isEmpty() && other.waiting().isEmpty());
    assertEquals(SrmStatus.INVALID_REQUEST, told.requests().get(3).status().code());
    assertEquals(SrmStatus.FAILURE, summaries(BOB, pinned).status().code());
    assertEquals(SrmStatus.SUCCESS, summaries(ALICE, pinned).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, summaries(ALICE).status().code());
  }

  @Test
  void tokensAreFoundByTheirDescription() {
    String one = bring(asked("Run 7", OptionalInt.empty(), "a")).token().orElseThrow();
    site.time.pass(Duration.ofSeconds(1));
    String two = bring(asked("run 7", OptionalInt.empty(), "a")).token().orElseThrow();
    assertEquals(List.of(one), tokens(ALICE, Optional.of("Run 7")));
    assertEquals(List.of(one, two), tokens(ALICE, Optional.empty()));
    assertEquals(List.of(), tokens(BOB, Optional.of("run 7")));
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        site.requests
            .call(
                Catalogue.GET_REQUEST_TOKENS,
                site.call(BOB),
                new DescriptionRequest(Optional.empty()))
            .status()
            .code());
    KnownRequestsReply all =
        site.requests.call(
            Catalogue.GET_REQUEST_TOKENS,
            site.call(ALICE),
            new DescriptionRequest(Optional.empty()));
    assertEquals(SmallSite.START, all.requests().getFirst().createdAt());
    for (int i = 0; i < 50; i++) {
      site.time.pass(Duration.ofSeconds(1));
      bring(get("a"));
    }
    List<String> newest = tokens(ALICE, Optional.empty());
    assertEquals(50, newest.size());
    assertTrue(!newest.contains(one) && !newest.contains(two), "the newest are told");
  }

  private List<String> tokens(String dn, Optional<String> description) {
    return site
        .requests
        .call(Catalogue.GET_REQUEST_TOKENS, site.call(dn), new DescriptionRequest(description))
        .requests()
        .stream()
        .map(request -> request.token())
        .toList();
  }

  @Test
  void pinsAreExtendedAndNeverShortened() {
    GetReply reply = bring(get("a", "b"));
    Optional<String> token = reply.token();
    LifetimesReply longer =
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(6000), "a", "stranger");
    assertEquals(SrmStatus.PARTIAL_SUCCESS, longer.status().code());
    assertEquals(OptionalInt.of(6000), longer.files().getFirst().pinLifetime());
    assertEquals(SrmStatus.INVALID_PATH, longer.files().get(1).status().code());
    assertEquals(
        OptionalInt.of(6000),
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(5), "a")
            .files()
            .getFirst()
            .pinLifetime());
    assertEquals(
        OptionalInt.of((int) Duration.ofDays(21).toSeconds()),
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(-1), "b")
            .files()
            .getFirst()
            .pinLifetime());
    site.time.pass(Duration.ofSeconds(601));
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS), files(status(reply)));
    abort(ALICE, token.orElseThrow());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        extend(ALICE, token, OptionalInt.empty(), OptionalInt.of(60), "a")
            .files()
            .getFirst()
            .status()
            .code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        extend(BOB, token, OptionalInt.empty(), OptionalInt.of(60), "a").status().code());
  }

  @Test
  void aPutGetsMoreTimeForItsPutDone() {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.NEVER, "new"));
    extend(ALICE, reply.token(), OptionalInt.empty(), OptionalInt.of(7200), "new");
    site.time.pass(Duration.ofSeconds(7000));
    assertEquals(
        OptionalInt.of(200),
        site.puts
            .call(
                Catalogue.STATUS_OF_PUT,
                site.call(ALICE),
                new StatusRequest(reply.token().orElseThrow(), List.of()))
            .files()
            .getFirst()
            .remainingPinLifetime());
    site.time.pass(Duration.ofSeconds(200));
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        extend(ALICE, reply.token(), OptionalInt.empty(), OptionalInt.of(60), "new")
            .files()
            .getFirst()
            .status()
            .code());
  }

  @Test
  void filesAndPinsHaveALifetimeEach() {
    Optional<String> token = bring(get("a")).token();
    OptionalInt none = OptionalInt.empty();
    OptionalInt some = OptionalInt.of(60);
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, some, some, "a").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, none, none, "a").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, some, none, "a").status().code());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        extend(ALICE, Optional.empty(), none, some, "a").status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, extend(ALICE, token, none, some).status().code());
    LifetimesReply file = extend(ALICE, Optional.empty(), some, none, "a");
    assertEquals(SrmStatus.SUCCESS, file.status().code());
    assertEquals(OptionalInt.of(-1), file.files().getFirst().fileLifetime());
  }

  @Test
  void theLastCopyStaysWhenItIsReleasedWithRemoval() {
    GetReply reply = bring(get("a"));
    assertEquals(
        SrmStatus.LAST_COPY,
        site.requests
            .call(
                Catalogue.RELEASE_FILES,
                site.call(ALICE),
                new ReleaseRequest(reply.token(), List.of(surl("a")), true))
            .files()
            .getFirst()
            .status()
            .code());
    assertEquals(List.of(SrmStatus.RELEASED), files(status(reply)));
    assertTrue(Files.exists(root.resolve("a")));
  }

  @Test
  void aTokenOfAnAreaOfRolesIsForAllWhoHoldTheRole() {
    String production = "/testvo/prod/Role=production";
    Surl file = new Surl("srm://se.example.org/shift/a");
    GetRequest request =
        new GetRequest(
            List.of(new SourceFile(file, Optional.empty())),
            "",
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    GetReply reply =
        site.gets.call(Catalogue.PREPARE_TO_GET, site.call(ALICE, production), request);
    StatusRequest question = new StatusRequest(reply.token().orElseThrow(), List.of());
    assertEquals(
        SrmStatus.SUCCESS,
        site.gets
            .call(Catalogue.STATUS_OF_GET, site.call(BOB, production), question)
            .status()
            .code());
    assertEquals(
        SrmStatus.SUCCESS,
        site.gets.call(Catalogue.STATUS_OF_GET, site.call(ALICE), question).status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.gets
            .call(Catalogue.STATUS_OF_GET, site.call(BOB, "/testvo/prod", production), question)
            .status()
            .code(),
        "only the primary FQAN counts");
  }
}
