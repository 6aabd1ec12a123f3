package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.outcome.Outcome;
import org.junit.jupiter.api.Test;

class CallLogTest {

  private static final ReturnStatus BUSY = ReturnStatus.of(SrmStatus.FILE_BUSY, "being written");

  @Test
  void aRefusalNamesStatusAndReasonOnOneLine() {
    ReturnStatus status = ReturnStatus.of(SrmStatus.INVALID_PATH, "no /a\nforged line");

    assertEquals("SRM_INVALID_PATH no /a?forged line", CallLog.why(new StatusReply(status)));
  }

  @Test
  void theFirstPartThatWasNotDoneStandsForTheOthers() {
    SurlStatusesReply reply =
        new SurlStatusesReply(
            ReturnStatus.of(SrmStatus.PARTIAL_SUCCESS),
            List.of(file("/a", ReturnStatus.success()), file("/b", BUSY), file("/c", BUSY)));

    assertEquals("SRM_PARTIAL_SUCCESS; 2 of 3: SRM_FILE_BUSY being written", CallLog.why(reply));
  }

  @Test
  void whatTheWholeSaysIsNotSaidTwice() {
    SurlStatusesReply reply = new SurlStatusesReply(BUSY, List.of(file("/b", BUSY)));

    assertEquals("SRM_FILE_BUSY being written", CallLog.why(reply));
  }

  @Test
  void everyQuestionAboutARequestSaysWhich() {
    Optional<String> token = Optional.of("t-1");
    List<Surl> none = List.of();

    assertEquals(token, CallLog.tokenOf(new StatusRequest("t-1", none)));
    assertEquals(token, CallLog.tokenOf(new PutDoneRequest("t-1", none)));
    assertEquals(token, CallLog.tokenOf(new ReleaseRequest(token, none, false)));
    assertEquals(token, CallLog.tokenOf(new AbortRequest("t-1")));
    assertEquals(token, CallLog.tokenOf(new AbortFilesRequest("t-1", none)));
    assertEquals(
        token,
        CallLog.tokenOf(new StatusOfLsRequest("t-1", OptionalInt.empty(), OptionalInt.empty())));
    assertEquals(token, CallLog.tokenOf(new CopyStatusRequest("t-1", none, none)));
    assertEquals(
        token,
        CallLog.tokenOf(new ExtendRequest(token, none, OptionalInt.empty(), OptionalInt.of(1))));
    assertEquals(token, CallLog.tokenOf(new TokenRequest("t-1")));
    assertEquals(
        Optional.empty(), CallLog.tokenOf(new DescriptionRequest(Optional.of("a description"))));
  }

  @Test
  void onlyTheSitesOwnFaultsAreFaults() {
    assertEquals(Outcome.DONE, Outcome.of(SrmStatus.SPACE_AVAILABLE));
    assertEquals(Outcome.REFUSED, Outcome.of(SrmStatus.AUTHORIZATION_FAILURE));
    assertEquals(Outcome.FAULT, Outcome.of(SrmStatus.INTERNAL_ERROR));
  }

  private static SurlStatus file(String path, ReturnStatus status) {
    return new SurlStatus(new Surl("srm://se.example.org:8444" + path), status);
  }
}
