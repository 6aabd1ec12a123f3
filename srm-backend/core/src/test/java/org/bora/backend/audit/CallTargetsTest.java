package org.bora.backend.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.figures.CallTarget;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.api.word.SurlsRequest;
import org.junit.jupiter.api.Test;

class CallTargetsTest {
  private static final SurlsRequest ASKED =
      new SurlsRequest(Stream.of("srm://h/a", "srm://h/b", "srm://h/c").map(Surl::new).toList());

  @Test
  void theFilesThatFailedAreNamed() {
    SurlStatusesReply reply =
        new SurlStatusesReply(
            ReturnStatus.of(SrmStatus.PARTIAL_SUCCESS),
            List.of(
                file("srm://h/a", SrmStatus.SUCCESS),
                file("srm://h/b", SrmStatus.FILE_BUSY),
                file("srm://h/c", SrmStatus.FILE_BUSY)));
    assertEquals(Optional.of(new CallTarget("srm://h/b", 1)), CallTargets.of(ASKED, reply));
  }

  @Test
  void whereNoneIsToldThoseThatWereAskedFor() {
    StatusReply whole = new StatusReply(ReturnStatus.of(SrmStatus.INTERNAL_ERROR));
    assertEquals(Optional.of(new CallTarget("srm://h/a", 2)), CallTargets.of(ASKED, whole));
    assertEquals(Optional.of(new CallTarget("srm://h/a", 2)), CallTargets.of(ASKED));
  }

  @Test
  void aCallThatNamesNoneHasNone() {
    assertEquals(Optional.empty(), CallTargets.of(new AbortRequest("token")));
  }

  private static SurlStatus file(String surl, SrmStatus code) {
    return new SurlStatus(new Surl(surl), ReturnStatus.of(code));
  }
}
