package org.bora.api.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

class SubjectNameTest {

  private static SubjectName certificates(String rfc2253) {
    return SubjectName.of(new X500Principal(rfc2253));
  }

  @Test
  void bothFormsAreTheSameName() {
    var name = certificates("CN=srm.example.org, OU=Hosts, DC=example, DC=org");
    assertEquals(name, SubjectName.parse("/DC=org/DC=example/OU=Hosts/CN=srm.example.org"));
    assertEquals(name, SubjectName.parse("CN=srm.example.org,OU=Hosts,DC=example,DC=org"));
    assertEquals(name, SubjectName.parse("/dc=org/dc=example/ou=Hosts/cn=srm.example.org"));
  }

  @Test
  void namesThatDifferInCaseOrBlanksAreOfDifferentPeople() {
    var name = certificates("CN=Alice Test, O=Grid");
    assertEquals(name, SubjectName.parse("/O=Grid/CN=Alice Test"));
    for (String other :
        List.of(
            "/O=Grid/CN=alice test",
            "/O=grid/CN=Alice Test",
            "/O=Grid/CN=Alice  Test",
            "/O=Grid/CN=Alice Test ",
            "/O=Grid/CN= Alice Test",
            "/O=Grid/CN=Alice\u00a0Test")) {
      assertNotEquals(name, SubjectName.parse(other), other);
    }
    assertNotEquals(name, certificates("CN=ALICE TEST, O=Grid"));
    assertNotEquals(name, certificates("CN=\"Alice  Test\", O=Grid"));
  }

  @Test
  void theStringTypeOfAValueDoesNotMatter() throws Exception {
    // SEQUENCE of one SET of CN, as PrintableString and as UTF8String
    for (String type : List.of("13", "0c")) {
      byte[] der =
          HexFormat.of().parseHex("300c310a300806035504030c0141".replace("0c0141", type + "0141"));
      assertEquals(SubjectName.parse("/CN=A"), SubjectName.of(new X500Principal(der)));
    }
  }

  @Test
  void aSlashWithinAValueBelongsToIt() {
    assertEquals(
        certificates("CN=host/srm.example.org, O=Grid"),
        SubjectName.parse("/O=Grid/CN=host/srm.example.org"));
  }

  @Test
  void whatRfc2253EscapesIsTakenLiterally() {
    assertEquals(
        certificates("CN=\"a, b + c; \\\"d\\\" = <e> #f\", O=Grid"),
        SubjectName.parse("/O=Grid/CN=a, b + c; \"d\" = <e> #f"));
  }

  @Test
  void namesThatOnlyOpensslKnowsAreRead() {
    // an address is an IA5String in certificates
    byte[] der = HexFormat.of().parseHex("30123110300e06092a864886f70d010901160161");
    assertEquals(SubjectName.parse("/emailAddress=a"), SubjectName.of(new X500Principal(der)));
    assertEquals(SubjectName.parse("/Email=a"), SubjectName.parse("EMAILADDRESS=a"));
  }

  @Test
  void theOrderMatters() {
    assertNotEquals(SubjectName.parse("/O=a/CN=b"), SubjectName.parse("/CN=b/O=a"));
  }

  @Test
  void whatIsNoNameIsRefusedWithItsText() {
    for (String text : List.of("/", "/x", "srm.example.org", "/x/O=a", "/NOSUCH=a")) {
      var refusal = assertThrows(IllegalArgumentException.class, () -> SubjectName.parse(text));
      assertTrue(refusal.getMessage().startsWith(text + ": "), refusal.getMessage());
    }
  }
}
