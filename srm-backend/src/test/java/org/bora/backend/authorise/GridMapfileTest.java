package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridMapfileTest {

  private static Optional<String> account(String dn, String... lines) {
    return GridMapfile.parse(List.of(lines)).account(dn);
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
        "\"/CN=a\" .pool",
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
}
