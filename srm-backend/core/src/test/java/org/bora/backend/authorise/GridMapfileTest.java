package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridMapfileTest {

  private static Optional<String> account(String dn, String... lines) {
    Caller caller = new Caller(dn, "/CN=CA", List.of(), "::1");
    return GridMapfile.parse(List.of(lines)).match(caller, false).map(m -> m.line().account());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"/DC=org/CN=Alice A\" alice | /DC=org/CN=Alice A | alice",
        "  \"/CN=a\"\t alice  | /CN=a | alice",
        "\"/CN=a\"alice | /CN=a | alice",
        "/CN=a alice | /CN=a | alice",
        "\"/CN=a\" first,second , third | /CN=a | first",
        "\"/CN=a \\\"q\\\" \\\\ b\" x | /CN=a \"q\" \\ b | x",
        "\"/CN=gr\\xc3\\xbcn\" x | /CN=grün | x",
        "\"/CN=grün 漢\" x | /CN=grün 漢 | x",
        "\"/CN=a/Email=a@b.c\" x | /CN=a/emailAddress=a@b.c | x",
        "\"/CN=a/emailAddress=a@b.c\" x | /CN=a/E=a@b.c | x",
        "\"/USERID=a\" x | /UID=a | x",
        "\"/CN=a\" user@dom.org | /CN=a | user@dom.org"
      })
  void linesNameAnAccount(String line, String dn, String account) {
    assertEquals(Optional.of(account), account(dn, line));
  }

  @Test
  void commentsAndBlankLinesSayNothing() {
    assertEquals(Optional.of("x"), account("/CN=a", "# \"/CN=a\" no", "", "  ", "\"/CN=a\" x"));
    assertEquals(Optional.empty(), account("/CN=a", "#\"/CN=a\" no"));
  }

  @Test
  void theFirstLineOfASubjectCounts() {
    assertEquals(Optional.of("x"), account("/CN=a", "\"/CN=a\" x", "\"/CN=a\" y"));
  }

  @Test
  void subjectsAreComparedWhole() {
    assertTrue(account("/CN=a/CN=proxy", "\"/CN=a\" x").isEmpty());
    assertTrue(account("/CN=A", "\"/CN=a\" x").isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"/CN=a",
        "\"/CN=a\"",
        "\"/CN=a\" ,x",
        "\"/CN=a\" .",
        "\"/CN=a\" .po/ol",
        "\"/CN=a\" x y",
        "\"CN=a\" x",
        "/CN=a",
        "\"/CN=\\q\" x",
        "\"/CN=\\x4\" x",
        "\"/CN=\\xzz\" x",
        "\"/CN=\\"
      })
  void aWrongLineIsNamed(String line) {
    var mistake =
        assertThrows(
            IllegalArgumentException.class, () -> GridMapfile.parse(List.of("# one", line)));

    assertTrue(mistake.getMessage().startsWith("line 2: "), mistake.getMessage());
  }

  private static Optional<String> mapped(boolean attributesFirst, String fqans, String... lines) {
    List<Fqan> held = Stream.of(fqans.split(";", -1)).map(Fqan::parse).toList();
    Caller caller = new Caller("/DC=org/CN=Alice", "/CN=CA", held, "::1");
    return GridMapfile.parse(List.of(lines))
        .match(caller, attributesFirst)
        .map(m -> m.line().account());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"/DC=org/CN=*\" x | /vo | x",
        "\"/DC=org*\" .pool | /vo | .pool",
        "\"*\" x | /vo | x",
        "\"/DC=com/*\" x | /vo |",
        "\"/vo\" x | /vo | x",
        "\"/vo\" x | /vo/Role=r |",
        "\"/vo\" x | /vo/sub |",
        "\"/vo*\" x | /vo/sub/Role=r | x",
        "\"/vo/*\" x | /vo | x",
        "\"/vo/*\" x | /vo/sub | x",
        "\"/vo/*\" x | /vo2/sub |",
        "\"/vo/Role=NULL/Capability=NULL\" x | /vo | x",
        "\"/vo/Role=production\" x | /vo/Role=production/Capability=NULL | x",
        "\"/vo/Role=*\" x | /vo |",
        "\"/vo/Role=production\" x | /vo;/vo/Role=production | x"
      })
  void patternsNameSubjectsAndAttributes(String line, String fqans, String account) {
    assertEquals(Optional.ofNullable(account), mapped(false, fqans, line));
  }

  @Test
  void theFirstLineOfTheFileCountsUnlessAttributesComeFirst() {
    String[] lines = {
      "\"/vo\" .plain", "\"/DC=org/CN=Alice\" alice", "\"/vo/Role=production\" prod"
    };

    assertEquals(Optional.of(".plain"), mapped(false, "/vo", lines));
    assertEquals(Optional.of("alice"), mapped(false, "/vo/Role=production", lines));
    assertEquals(Optional.of("prod"), mapped(true, "/vo/Role=production", lines));
    assertEquals(Optional.of("prod"), mapped(true, "/vo/Role=production;/vo", lines));
    assertEquals(Optional.of("alice"), mapped(true, "/other", lines));
  }
}
