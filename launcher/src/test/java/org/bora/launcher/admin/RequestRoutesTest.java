package org.bora.launcher.admin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bora.admin.AdminReply;
import org.bora.admin.Refused;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

class RequestRoutesTest {

  @Test
  void anAbortOfNothingIsToldAsOneThatFailed() {
    ReturnStatus failed = ReturnStatus.of(SrmStatus.FAILURE, "the storage does not answer");
    AdminReply reply =
        assertThrows(Refused.class, () -> RequestRoutes.refuseUnlessDone(failed)).reply();
    assertEquals(503, reply.status());
    assertTrue(reply.text().contains("SRM_FAILURE the storage does not answer"), reply.text());
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
