package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.word.SourceFile;
import org.bora.api.word.SrmStatus;
import org.bora.backend.testing.OnSmallSite;
import org.junit.jupiter.api.BeforeEach;

/** Three files that are asked for, and what was told of the requests. */
abstract class RequestedFiles extends OnSmallSite {
  @BeforeEach
  void writesFiles() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      Files.writeString(root.resolve(name), name);
    }
  }

  static GetRequest asked(String description, OptionalInt deferred, String... names) {
    return new GetRequest(
        Stream.of(names).map(name -> new SourceFile(surl(name), Optional.empty())).toList(),
        description,
        OptionalInt.of(3600),
        OptionalInt.of(600),
        deferred,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  GetReply bring(GetRequest request) {
    return site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), request);
  }

  GetReply status(GetReply reply) {
    return site.bringOnline.call(
        Catalogue.STATUS_OF_BRING_ONLINE,
        site.call(ALICE),
        new StatusRequest(reply.token().orElseThrow(), List.of()));
  }

  static List<SrmStatus> files(GetReply reply) {
    return reply.files().stream().map(file -> file.status().code()).toList();
  }

  SrmStatus abort(String dn, String token) {
    return site.requests
        .call(Catalogue.ABORT_REQUEST, site.call(dn), new AbortRequest(token))
        .status()
        .code();
  }

  RequestSummariesReply summaries(String dn, String... tokens) {
    return site.requests.call(
        Catalogue.GET_REQUEST_SUMMARY, site.call(dn), new TokensRequest(List.of(tokens)));
  }

  static void assertNumbers(RequestSummary told, int completed, int waiting, int failed) {
    assertEquals(
        List.of(completed + waiting + failed, completed, waiting, failed),
        List.of(
            told.total().getAsInt(),
            told.completed().getAsInt(),
            told.waiting().getAsInt(),
            told.failed().getAsInt()));
  }
}
