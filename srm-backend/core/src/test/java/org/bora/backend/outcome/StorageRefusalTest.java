package org.bora.backend.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StorageRefusalTest {

  @ParameterizedTest
  @CsvSource({
    "MISSING, INVALID_PATH",
    "EXISTS, DUPLICATION_ERROR",
    "NOT_EMPTY, NON_EMPTY_DIRECTORY",
    "NOT_A_DIRECTORY, INVALID_PATH",
    "IS_A_DIRECTORY, INVALID_PATH",
    "DENIED, AUTHORIZATION_FAILURE",
    "ESCAPES, INVALID_PATH",
    "NAME_TOO_LONG, INVALID_PATH",
    "NO_SPACE, NO_FREE_SPACE",
    "QUOTA, EXCEED_ALLOCATION",
    "READ_ONLY, FAILURE",
    "BUSY, FILE_BUSY",
    "UNSUPPORTED, NOT_SUPPORTED",
    "IO, FAILURE"
  })
  void reasonsHaveTheirStatus(Reason reason, SrmStatus status) {
    assertEquals(status, StorageRefusal.of(reason).code());
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void theClientDoesNotSeeTheMessage(Reason reason) {
    ReturnStatus status = StorageRefusal.of(new StorageException(reason, "openat2 /data/secret"));

    assertFalse(status.explanation().isBlank());
    assertFalse(status.explanation().contains("secret"));
    assertFalse(status.explanation().contains("openat2"));
  }

  @Test
  void aCallDeniedForEveryNameIsDeniedAsAWhole() {
    ReturnStatus denied = ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, "rule");
    ReturnStatus missing = ReturnStatus.of(SrmStatus.INVALID_PATH, "gone");

    assertEquals(denied, RequestStatus.of(List.of(denied, denied)));
    assertEquals(SrmStatus.FAILURE, RequestStatus.of(List.of(denied, missing)).code());
    assertEquals(
        SrmStatus.PARTIAL_SUCCESS,
        RequestStatus.of(List.of(denied, ReturnStatus.success())).code());
    assertEquals(ReturnStatus.success(), RequestStatus.of(List.of(ReturnStatus.success())));
  }
}
