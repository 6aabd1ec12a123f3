package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DigestsTest {

  /** ADLER32 of "Wikipedia" is 11e60398; of its first byte 00580058. */
  private static Digests read(String header, String value, String bytes) throws Refused {
    Digests digests = Digests.expectedBy(HttpFields.build().add(header, value));
    for (byte b : bytes.getBytes(StandardCharsets.UTF_8)) {
      digests.update(ByteBuffer.allocateDirect(1).put(b).flip());
    }
    return digests;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "Digest adler32=11e60398 Wikipedia",
        "Digest ADLER32=11E60398 Wikipedia",
        "Digest adler32=580058 W",
        "Digest md5=nHX0FIrACJ6D4qTgdVG9bg==,unknown=x Wikipedia",
        "Digest sha-256=qvDRq2eSHVOgqtSLZVOpWGFN5RCd5cmDh8ITD1QuBLU= W",
        "Repr-Digest adler=:EeYDmA==: Wikipedia",
        "Content-Digest unknown=:AA==:,adler=:EeYDmA==: Wikipedia",
        "Repr-Digest crc32c=:AA==: Wikipedia"
      })
  void whatAgreesIsAccepted(String header, String value, String bytes) throws Refused {
    String right =
        value.contains("md5=") || value.contains("sha-256=") ? known(value, bytes) : value;
    Digests digests = read(header, right, bytes);

    assertDoesNotThrow(digests::verify);
  }

  /** The same header with the digest that Java computes. */
  private static String known(String value, String bytes) {
    try {
      boolean md5 = value.startsWith("md5");
      byte[] digest =
          java.security.MessageDigest.getInstance(md5 ? "MD5" : "SHA-256")
              .digest(bytes.getBytes(StandardCharsets.UTF_8));
      String text = java.util.Base64.getEncoder().encodeToString(digest);
      return (md5 ? "md5=" : "sha-256=") + text + (md5 ? ",unknown=x" : "");
    } catch (java.security.NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "Digest adler32=11e60399",
        "Digest md5=1B2M2Y8AsgTpgAmY7PhCfg==",
        "Digest adler32=11e60398,md5=1B2M2Y8AsgTpgAmY7PhCfg==",
        "Repr-Digest adler=:EeYDmQ==:",
        "Content-Digest sha-256=:AAAA:"
      })
  void whatDoesNotAgreeIsRefused(String header, String value) throws Refused {
    Digests digests = read(header, value, "Wikipedia");

    Refused refusal = assertThrows(Refused.class, digests::verify);

    assertEquals(400, refusal.status());
    assertTrue(refusal.getMessage().contains("announced was"), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"adler32=xyz", "adler32=123456789", "md5=%%", "adler32=1,adler32=2", "adler32="})
  void whatCannotBeADigestIsRefusedBeforeAnyByte(String value) {
    assertThrows(Refused.class, () -> Digests.expectedBy(HttpFields.build().add("Digest", value)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "Want-Digest | adler32 | Digest | adler32=00580058",
        "Want-Digest | MD5;q=1, Adler32;q=0.3 | Digest | adler32=00580058",
        "Want-Digest | adler32;q=0 | - | -",
        "Want-Digest | crc64 | - | -",
        "Want-Repr-Digest | sha-256=1, adler=3 | Repr-Digest | adler=:AFgAWA==:",
        "Want-Repr-Digest | adler=0 | - | -"
      })
  void aDigestIsToldToThoseWhoWantOneThatIsKnown(
      String header, String value, String told, String digest) {
    Map<String, String> expected = told == null ? Map.of() : Map.of(told, digest);

    assertEquals(expected, Digests.wanted(HttpFields.build().add(header, value), "00580058"));
  }
}
