package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

class MultipartUploadTest {

  private static Optional<String> told(SrmStatus code) {
    return MultipartUpload.told(Refused.of(ReturnStatus.of(code, "why"))).code();
  }

  @Test
  void anUploadIsGoneWhereItsPartsAreAndNotWhereItsCompletionTookTooLong() {
    assertEquals(Optional.of("NoSuchUpload"), told(SrmStatus.FILE_LOST));
    assertEquals(Optional.of("SlowDown"), told(SrmStatus.FILE_LIFETIME_EXPIRED));
    assertEquals(Optional.empty(), told(SrmStatus.FILE_BUSY), "it stays what it is");
  }
}
