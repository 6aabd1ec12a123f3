package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.files.Conditions.Version;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 section 13, on a file of one second past ten. */
class ConditionsTest {
  private static final Version FILE = Version.of(5, Instant.parse("2026-11-23T10:00:01.5Z"));
  private static final String BEFORE = "Mon, 23 Nov 2026 10:00:00 GMT";
  private static final String THEN = "Mon, 23 Nov 2026 10:00:01 GMT";

  private static HttpFields header(String name, String value) {
    return HttpFields.build()
        .add(
            name, value.replace("TAG", FILE.tag()).replace("BEFORE", BEFORE).replace("THEN", THEN));
  }

  @Test
  void aTagChangesWithTheTimeAndWithTheSize() {
    Instant modified = FILE.modified();

    assertEquals(FILE, Version.of(5, modified));
    assertNotEquals(FILE.tag(), Version.of(6, modified).tag());
    assertNotEquals(FILE.tag(), Version.of(5, modified.plusNanos(1)).tag());
  }

  /** RFC 9110 section 5.3: several lines of one header are one list. */
  @Test
  void tagsMayStandInSeveralHeaders() throws Refused {
    HttpFields match = HttpFields.build().add("If-Match", "\"x\"").add("If-Match", FILE.tag());
    Conditions.allowChange(match, Optional.of(FILE));
    HttpFields none =
        HttpFields.build().add("If-None-Match", "\"x\"").add("If-None-Match", FILE.tag());
    assertEquals(true, Conditions.isKnown(none, FILE));
    assertEquals(
        412,
        assertThrows(Refused.class, () -> Conditions.allowChange(none, Optional.of(FILE)))
            .status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-None-Match | TAG | true",
        "If-None-Match | W/TAG | true",
        "If-None-Match | \"x\", TAG | true",
        "If-None-Match | * | true",
        "If-None-Match | \"x\" | false",
        "If-Modified-Since | THEN | true",
        "If-Modified-Since | BEFORE | false",
        "If-Modified-Since | yesterday | false",
        "If-Match | TAG | false",
        "If-Match | * | false",
        "If-Unmodified-Since | THEN | false"
      })
  void aReadIsAnsweredShortlyWhereTheClientHasTheFile(String name, String value, boolean known)
      throws Refused {
    assertEquals(known, Conditions.isKnown(header(name, value), FILE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-Match | \"x\"",
        "If-Match | W/TAG",
        "If-Unmodified-Since | BEFORE",
        "If-None-Match | *",
        "If-None-Match | TAG"
      })
  void aChangeIsRefusedWhereItsConditionFails(String name, String value) {
    Refused refusal =
        assertThrows(
            Refused.class, () -> Conditions.allowChange(header(name, value), Optional.of(FILE)));

    assertEquals(412, refusal.status());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-Match | TAG | true",
        "If-Match | * | true",
        "If-Unmodified-Since | THEN | true",
        "If-None-Match | \"x\" | true",
        "If-None-Match | * | false",
        "If-Unmodified-Since | BEFORE | false"
      })
  void aChangeGoesOnWhereItHolds(String name, String value, boolean there) throws Refused {
    Conditions.allowChange(header(name, value), there ? Optional.of(FILE) : Optional.empty());
  }

  @Test
  void whatIsNotThereMatchesNothing() {
    assertThrows(
        Refused.class, () -> Conditions.allowChange(header("If-Match", "*"), Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"TAG | true", "\"x\" | false", "THEN | true", "BEFORE | false", "W/TAG | false"})
  void aRangeIsOfTheVersionThatTheClientHas(String value, boolean holds) {
    assertEquals(holds, Conditions.rangeHolds(header("If-Range", value), FILE));
  }
}
