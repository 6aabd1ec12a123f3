package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.Administrator;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

class RequestRoutesTest {

  @Test
  void anAbortOfNothingIsToldAsOneThatFailed() {
    ReturnStatus failed = ReturnStatus.of(SrmStatus.FAILURE, "the storage does not answer");
    AdminReply reply =
        assertThrows(AdminRefusal.class, () -> RequestRoutes.refuseUnlessDone(failed)).reply();
    assertEquals(503, reply.status());
    assertTrue(reply.text().contains("SRM_FAILURE the storage does not answer"), reply.text());
  }

  private static Optional<String> state(String word) throws AdminRefusal {
    return RequestRoutes.state(
        AdminCall.of(
            "GET",
            "/v1/requests",
            Map.of("state", word),
            AdminCall.Body.NONE,
            Administrator.LOCAL));
  }

  @Test
  void aStateThatIsNoneIsNotAnsweredAsIfThereWereNoSuchRequest() throws AdminRefusal {
    // one of a put, of a pin and of a copy
    for (String known : List.of("space_available", "Timed_Out", "QUEUED")) {
      assertEquals(Optional.of(known.toUpperCase(Locale.ROOT)), state(known));
    }
    assertEquals(Optional.empty(), state(""));
    AdminReply reply = assertThrows(AdminRefusal.class, () -> state("wating")).reply();
    assertEquals(400, reply.status());
    assertTrue(reply.text().contains("the states are aborted, done, expired"), reply.text());
  }

  @Test
  void whatWasAbortedInPartIsDone() {
    assertDoesNotThrow(() -> RequestRoutes.refuseUnlessDone(ReturnStatus.success()));
    assertDoesNotThrow(
        () ->
            RequestRoutes.refuseUnlessDone(
                ReturnStatus.of(SrmStatus.PARTIAL_SUCCESS, "1 of 2 failed")));
  }
}
