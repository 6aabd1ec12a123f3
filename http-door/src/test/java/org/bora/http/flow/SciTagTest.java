package org.bora.http.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SciTagTest {

  @Test
  void experimentAndActivityAreInOneNumber() {
    assertEquals(Optional.of(new SciTag(1, 1)), SciTag.of("65"));
    assertEquals(Optional.of(new SciTag(2, 10)), SciTag.of(" 138 "));
    assertEquals(Optional.of(new SciTag(1023, 63)), SciTag.of("65535"));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "0", "1", "63", "64", "128", "65536", "-65", "atlas", "99999999999"})
  void whatIsNoneIsPassedOver(String header) {
    assertEquals(Optional.empty(), SciTag.of(header));
  }
}
