package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.answer.S3Error;
import org.junit.jupiter.api.Test;

class AnnouncedTest {
  private static final Optional<Sum> CRC32 = Optional.of(Sum.CRC32);
  private static final String VALUE = "AAAAAA==";

  private static void refused(S3Error expected, Map<String, String> lines) {
    Refused refusal = assertThrows(Refused.class, () -> Announced.inTrailer(CRC32, lines));
    assertEquals(Optional.of(expected.code()), refusal.code());
  }

  @Test
  void aSumThatWasAnnouncedForTheTrailerMustCome() throws Refused {
    assertEquals(
        Map.of(Sum.CRC32, VALUE),
        Announced.inTrailer(CRC32, Map.of("x-amz-checksum-crc32", VALUE)));
    refused(S3Error.MALFORMED_TRAILER, Map.of());
    refused(S3Error.MALFORMED_TRAILER, Map.of("x-amz-checksum-crc32c", VALUE));
  }

  @Test
  void aSumInTheTrailerHasTheLengthOfItsAlgorithm() {
    refused(S3Error.INVALID_REQUEST, Map.of("x-amz-checksum-crc32", "AAAA"));
    refused(S3Error.INVALID_REQUEST, Map.of("x-amz-checksum-crc32", ""));
  }

  @Test
  void whatWasNotAnnouncedMustNotCome() throws Refused {
    Optional<Sum> none = Optional.empty();
    assertEquals(Map.of(), Announced.inTrailer(none, Map.of()));
    assertThrows(
        Refused.class, () -> Announced.inTrailer(none, Map.of("x-amz-checksum-crc32", VALUE)));
  }
}
