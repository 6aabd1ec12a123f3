package org.bora.backend.accesskey;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SignatureV4Test {

  /** The example of Amazon's "Deriving the signing key". */
  @Test
  void derivesTheKeyOfTheSpecification() {
    byte[] key =
        SignatureV4.signingKey(
            "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20120215", "us-east-1", "iam");
    assertEquals(
        "f4780e2d9f65fa895f9c67b32ce1baf0b0d8a43505a000a1a9e090d414db404d",
        HexFormat.of().formatHex(key));
  }

  @Test
  void readsDaysAndNothingElse() {
    assertEquals(Optional.of(LocalDate.of(2026, 2, 28)), SignatureV4.day("20260228"));
    assertEquals(Optional.empty(), SignatureV4.day("20260230"));
    assertEquals(Optional.empty(), SignatureV4.day("2026-02-28"));
    assertEquals(Optional.empty(), SignatureV4.day(""));
  }
}
