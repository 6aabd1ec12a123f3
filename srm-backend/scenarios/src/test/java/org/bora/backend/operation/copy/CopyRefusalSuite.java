package org.bora.backend.operation.copy;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.Catalogue;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Recursion;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.testing.Borrowed;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** What of copies is refused, and who may ask for them, on whatever database a subclass names. */
abstract class CopyRefusalSuite extends CopyBench {

  @Test
  void aTargetThatCannotBeIsToldAsForAPut() {
    CopyReply begun = copy("no/such/directory");
    await(begun, SrmStatus.FAILURE);
    assertEquals(SrmStatus.INVALID_PATH, status(begun).files().getFirst().status().code());
  }

  @Test
  void whatIsImpossibleIsRefusedWithoutATry() {
    Surl here = surl("a");
    Surl elsewhere = new Surl(server.url("a"));
    Surl nothing = new Surl("file:///a");
    assertEquals(
        List.of(SrmStatus.INVALID_PATH, SrmStatus.INVALID_PATH, SrmStatus.NOT_SUPPORTED),
        copies
            .functions()
            .call(
                Catalogue.COPY,
                site.call(ALICE),
                request(
                    borrowed(),
                    new CopyFile(elsewhere, elsewhere, Optional.empty()),
                    new CopyFile(nothing, here, Optional.empty()),
                    new CopyFile(
                        elsewhere, here, Optional.of(new Recursion(true, OptionalInt.empty())))))
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList());
  }

  @Test
  void aCallerMayHaveSoManyFilesWaitingAndNoMore() {
    CopyReply first = copy("a", "b", "c", "d");
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED, SrmStatus.EXCEED_ALLOCATION),
        codes(copy("e", "f")),
        "the fifth has the last place");
    CopyReply refused = copy("g");
    assertEquals(SrmStatus.FAILURE, refused.status().code());
    assertTrue(refused.status().explanation().contains(OPEN + " of your files"));
    assertEquals(Optional.empty(), refused.token(), "nothing is stored");
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED),
        codes(
            copies
                .functions()
                .call(
                    Catalogue.COPY,
                    site.call(BOB),
                    request(
                        borrowed(),
                        new CopyFile(new Surl(server.url("h")), surl("h"), Optional.empty())))),
        "each caller has as many");
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(first.token().orElseThrow()));
    copies.look();
    await(copy("i"), SrmStatus.REQUEST_QUEUED);
  }

  private static List<SrmStatus> codes(CopyReply reply) {
    return reply.files().stream().map(file -> file.status().code()).toList();
  }

  @Test
  void whereTheSiteDoesNotCopyNothingIsConnectedTo() {
    int before = server.connections();
    CopyOperations backend = backend(AllowedPeers.others());
    CopyFile plain = new CopyFile(new Surl(server.url("a")), surl("a"), Optional.empty());
    CopyFile srm =
        new CopyFile(
            new Surl(server.url("a").replace("gsiftp://", "srm://")), surl("b"), Optional.empty());
    for (CopyFile file : List.of(plain, srm)) {
      CopyReply begun =
          backend.functions().call(Catalogue.COPY, site.call(ALICE), request(borrowed(), file));
      await(begun, SrmStatus.FAILURE);
      String why = status(begun).files().getFirst().status().explanation();
      assertTrue(
          why.endsWith(
              ": this site does not copy with it; its administrator can allow it by copy.allow"),
          why);
    }
    assertEquals(before, server.connections());
  }

  @Test
  void aPortThatIsOpenLooksLikeOneThatIsNot() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    int closed;
    try (ServerSocket gone = new ServerSocket(0, 1, loopback)) {
      closed = gone.getLocalPort();
    }
    try (ServerSocket other = new ServerSocket(0, 50, loopback)) {
      Thread.ofVirtual().start(() -> closeAll(other));
      for (String scheme : List.of("gsiftp", "srm")) {
        String open = failure(scheme + "://localhost:" + other.getLocalPort() + "/a");
        assertTrue(open.contains("cannot be reached, does not prove its name"), open);
        assertEquals(
            open.replace(":" + other.getLocalPort(), ""),
            failure(scheme + "://localhost:" + closed + "/a").replace(":" + closed, ""));
      }
    }
  }

  private String failure(String source) {
    CopyFile file = new CopyFile(new Surl(source), surl("a"), Optional.empty());
    CopyReply begun =
        copies.functions().call(Catalogue.COPY, site.call(ALICE), request(borrowed(), file));
    await(begun, SrmStatus.FAILURE);
    return status(begun).files().getFirst().status().explanation();
  }

  private static void closeAll(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        listener.accept().close();
      } catch (IOException e) {
        return; // the test is over
      }
    }
  }

  @Test
  void aCredentialMustBeThereAndLast() {
    CopyFile file = new CopyFile(new Surl(server.url("a")), surl("a"), Optional.empty());
    CopyReply without =
        copies.functions().call(Catalogue.COPY, site.call(ALICE), request(Optional.empty(), file));
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, without.status().code());
    assertTrue(without.status().explanation().contains("delegate"));
    CopyReply over =
        copies
            .functions()
            .call(
                Catalogue.COPY,
                site.call(ALICE),
                request(Optional.of(Borrowed.until(SmallSite.START.minusSeconds(1))), file));
    assertEquals(SrmStatus.AUTHENTICATION_FAILURE, over.status().code());
    assertEquals(Optional.empty(), over.token());
  }

  @Test
  void theStatusIsForTheOwnerAndForCopiesAlone() {
    CopyReply begun = copy("a");
    CopyStatusRequest question =
        new CopyStatusRequest(begun.token().orElseThrow(), List.of(), List.of());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        copies
            .functions()
            .call(Catalogue.STATUS_OF_COPY, site.call(BOB), question)
            .status()
            .code());
    String other = put("x").token().orElseThrow();
    CopyStatusRequest wrong = new CopyStatusRequest(other, List.of(), List.of());
    assertEquals(
        SrmStatus.INVALID_REQUEST,
        copies.functions().call(Catalogue.STATUS_OF_COPY, site.call(ALICE), wrong).status().code());
    CopyStatusRequest some =
        new CopyStatusRequest(
            begun.token().orElseThrow(), List.of(new Surl(server.url("a"))), List.of(surl("z")));
    assertEquals(
        2,
        copies.functions().call(Catalogue.STATUS_OF_COPY, site.call(ALICE), some).files().size(),
        "one known, one strange");
    CopyStatusRequest twice =
        new CopyStatusRequest(
            begun.token().orElseThrow(), List.of(new Surl(server.url("a"))), List.of(surl("a")));
    assertEquals(
        1,
        copies.functions().call(Catalogue.STATUS_OF_COPY, site.call(ALICE), twice).files().size(),
        "one file, by both names");
  }
}
