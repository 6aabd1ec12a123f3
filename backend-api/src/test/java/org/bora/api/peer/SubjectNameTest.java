package org.bora.api.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;

class SubjectNameTest {

  @Test
  void bothFormsAreTheSameName() {
    var name = new X500Principal("CN=srm.example.org, OU=Hosts, DC=example, DC=org");
    assertEquals(name, SubjectName.parse("/DC=org/DC=example/OU=Hosts/CN=srm.example.org"));
    assertEquals(name, SubjectName.parse("CN=srm.example.org,OU=Hosts,DC=example,DC=org"));
    assertEquals(name, SubjectName.parse("/dc=org/dc=example/ou=hosts/cn=SRM.example.org"));
  }

  @Test
  void aSlashWithinAValueBelongsToIt() {
    assertEquals(
        new X500Principal("CN=host/srm.example.org, O=Grid"),
        SubjectName.parse("/O=Grid/CN=host/srm.example.org"));
  }

  @Test
  void whatRfc2253EscapesIsTakenLiterally() {
    assertEquals(
        new X500Principal("CN=\"a, b + c; \\\"d\\\" = <e> #f\", O=Grid"),
        SubjectName.parse("/O=Grid/CN=a, b + c; \"d\" = <e> #f"));
  }

  @Test
  void namesThatOnlyOpensslKnowsAreRead() {
    assertTrue(
        SubjectName.parse("/O=Grid/CN=a/emailAddress=a@example.org")
            .getName(X500Principal.RFC1779)
            .contains("1.2.840.113549.1.9.1"));
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
