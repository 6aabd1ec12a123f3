package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bora.door.http.Refused;
import org.bora.files.Conditions.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 4918 section 10.4, for a service without locks. */
class IfHeaderTest {
  private static final Version OWN = new Version("\"own\"", Instant.EPOCH);
  private static final Version OTHER = new Version("\"a ] b\"", Instant.EPOCH);

  private static Optional<Version> version(Optional<String> resource) {
    return switch (resource.orElse("")) {
      case "" -> Optional.of(OWN);
      case "/other" -> Optional.of(OTHER);
      default -> Optional.empty();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(['own'])                                | true",
        "(['another'])                            | false",
        "(['another']) (['own'])                  | true",
        "(['own'] ['another'])                    | false",
        "(['own'] Not ['another'])                | true",
        "(not['own'])                             | false",
        "(W/['own'])                              | malformed",
        "([W/'own'])                              | false",
        "(<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2>)          | false",
        "(<urn:uuid:181d4fae-7d8c-11d0-a765-00a0c91e6bf2> ['own'])  | false",
        "(Not <DAV:no-lock>)                      | true",
        "(<DAV:no-lock>)                          | false",
        "( [ 'own' ] )                            | true",
        "(<urn:x> ['own']) (Not <DAV:no-lock>)    | true",
        "</other> (['a ] b'])                     | true",
        "</other> (['own'])                       | false",
        "</other> (['own']) (['a ] b'])           | true",
        "</nothing> (['own'])                     | false",
        "</nothing> (Not ['own'])                 | true",
        "</nothing>(['own'])</other>(['a ] b'])   | true",
      })
  void oneListMustHold(String header, String expected) throws Refused {
    String text = header.replace('\'', '"');
    if (expected.equals("malformed")) {
      refused(text);
    } else {
      assertEquals(expected, String.valueOf(IfHeader.holds(text, IfHeaderTest::version)), text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "()",
        "(",
        "([own])",
        "([\"own\"",
        "(<urn:x)",
        "\"own\"",
        "[\"own\"]",
        "</other>",
        "</other> </other> ([\"own\"])",
        "([\"own\"]) </other>",
        "(Not)",
        "(Not [own] [\"b\"])",
        "([\"own\" x])",
        "([\"own\"\"x\"])",
        "([\"own\"]) </other> ([\"own\"])",
        "([\"own\"]) x"
      })
  void whatIsNoListIsRefused(String header) {
    refused(header);
  }

  private static void refused(String header) {
    Refused refusal =
        assertThrows(Refused.class, () -> IfHeader.holds(header, IfHeaderTest::version), header);
    assertEquals(400, refusal.status());
  }

  @Test
  void atMostSoManyResourcesAreLookedAt() throws Refused {
    List<Optional<String>> asked = new ArrayList<>();
    IfHeader.Versions versions =
        resource -> {
          asked.add(resource);
          return Optional.empty();
        };
    IfHeader.holds(resources(IfHeader.MOST_RESOURCES), versions);
    assertEquals(IfHeader.MOST_RESOURCES, asked.size());
    Refused refusal =
        assertThrows(
            Refused.class, () -> IfHeader.holds(resources(IfHeader.MOST_RESOURCES + 1), versions));
    assertEquals(400, refusal.status());
    assertEquals(IfHeader.MOST_RESOURCES, asked.size(), "none is looked at then");
  }

  /** The door bounds the head of a request; what fits in is read once. */
  @Test
  void aLongListIsLookedAtOnce() throws Refused {
    List<Optional<String>> asked = new ArrayList<>();
    IfHeader.Versions versions =
        resource -> {
          asked.add(resource);
          return Optional.of(OWN);
        };
    String lists = "([\"x\"])".repeat(10_000);
    assertFalse(IfHeader.holds(lists, versions));
    assertTrue(IfHeader.holds(lists + "([\"own\"])", versions));
    assertEquals(2, asked.size());
  }

  private static String resources(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "</r" + i + "> ([\"x\"])")
        .collect(Collectors.joining(" "));
  }
}
