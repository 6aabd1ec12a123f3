package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectReadingTest {
  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-", "bytes=0-0", "bytes=-5", "bytes=0-1 , 3-,-2"})
  void rangesOfBytesAreRanges(String header) {
    assertTrue(ObjectReading.isRange(header));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=0-,",
        "lines=0-",
        "bytes=2-1"
      })
  void allElseIsAsIfItWereNotThere(String header) {
    assertFalse(ObjectReading.isRange(header));
  }

  @Test
  void thousandsOfRangesNeedNoDeeperStackThanOne() {
    assertTrue(ObjectReading.isRange("bytes=0-" + ",0-".repeat(5_000)));
  }
}
