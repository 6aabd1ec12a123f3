package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleReaderTest {

  private static final RuleOrigin ORIGIN = new RuleOrigin("bora.yaml", 7);

  private static Rule read(String text) {
    return new RuleReader("/atlas").read(text, ORIGIN);
  }

  @Test
  void aWholeRuleIsTakenApart() {
    Rule rule =
        read(" deny write,create , delete to fqan /atlas/*/Role=x from 10.0.0.0/8 on /atlas/raw ");

    assertFalse(rule.allow());
    assertEquals(
        Set.of(OperationClass.WRITE, OperationClass.CREATE, OperationClass.DELETE), rule.uses());
    assertEquals("fqan /atlas/*/Role=x", rule.who().toString());
    assertEquals("10.0.0.0/8", rule.from().orElseThrow().toString());
    assertEquals("/atlas/raw", rule.on().orElseThrow().toString());
    assertEquals("bora.yaml:7", rule.origin().toString());
    assertTrue(rule.text().startsWith("deny write,create"));
  }

  @Test
  void allowedAllIsEveryOperationButTheAdministrators() {
    assertEquals(
        EnumSet.complementOf(EnumSet.of(OperationClass.ADMIN)), read("allow all to anyone").uses());
    assertEquals(EnumSet.allOf(OperationClass.class), read("allow all, admin to anyone").uses());
  }

  @Test
  void deniedAllLeavesNothingOpen() {
    assertEquals(EnumSet.allOf(OperationClass.class), read("deny all to anyone").uses());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "allow read to dn /CN=Alice Smith | /CN=Alice Smith | |",
        "allow read to dn \"/CN=on duty from Rome\" | /CN=on duty from Rome | |",
        "allow read to dn \"/CN=x on /y\" on /atlas/z | /CN=x on /y | | /atlas/z",
        "allow read to dn /CN=a b from ::1 | /CN=a b | ::1 |",
        "allow read to dn /CN=a, b on /atlas/two words | /CN=a, b | | /atlas/two words",
        "allow read to dn /CN=Robot: x | /CN=Robot: x | |"
      })
  void namesMayHoldBlanksAndWords(String text, String dn, String from, String on) {
    Rule rule = read(text);

    assertEquals("dn " + dn, rule.who().toString());
    assertEquals(Optional.ofNullable(from), rule.from().map(HostRange::toString));
    assertEquals(Optional.ofNullable(on), rule.on().map(PathPattern::toString));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "allow read ; is not a rule; allowed: allow|deny",
        "read to vo atlas ; is not a rule",
        "Allow read to anyone ; is not a rule",
        "allow read vo atlas ; is not a rule",
        "allow read to everybody ; is not a rule",
        "allow read to anyone else ; is not a rule",
        "allow red to anyone ; 'red' is not an operation; allowed: read, write, create,",
        "allow read, to anyone ; is not a rule",
        "allow read to dn Alice ; does not name a caller; allowed: anyone, dn /DN*",
        "allow read to vo a/b ; does not name a caller",
        "allow read to fqan atlas ; does not name a caller",
        "allow read to fqan / ; does not name a caller",
        "allow read to fqan /atlas/Role= ; is no attribute",
        "allow read to anyone from here ; 'here' is not an address",
        "allow read to anyone from 10.0.0.0/33 ; is not an address",
        "allow read to anyone from 10.0.0.1/8 ; bits beyond the first 8 must be zero",
        "allow read to anyone on /cms/x ; does not lie in this area, which is /atlas",
        "allow read to anyone on /atlas2 ; does not lie in this area",
        "allow read to anyone on /atlas/ ; must not hold",
        "allow read to anyone on /atlas//x ; must not hold",
        "allow read to anyone on /atlas/../x ; must not hold",
        "allow read to anyone on /atlas/x** ; ** must stand alone",
        "allow reserve, admin to anyone on /atlas/x ; concern the whole area"
      })
  void aMistakeSaysWhatIsWrong(String text, String said) {
    var mistake = assertThrows(IllegalArgumentException.class, () -> read(text));

    assertTrue(mistake.getMessage().contains(said.strip()), mistake.getMessage());
  }

  @Test
  void allIsAWordOfRulesAndNoOperationToAskFor() {
    String asked =
        assertThrows(IllegalArgumentException.class, () -> RuleReader.use("all")).getMessage();
    assertTrue(asked.endsWith("reserve, admin"), asked);
    String written =
        assertThrows(IllegalArgumentException.class, () -> read("allow red to anyone"))
            .getMessage();
    assertTrue(written.endsWith("reserve, admin, all"), written);
  }
}
