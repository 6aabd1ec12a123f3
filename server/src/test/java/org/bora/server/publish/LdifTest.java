package org.bora.server.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LdifTest {

  @Test
  void valuesThatCouldBeTakenForSyntaxAreEncoded() {
    Ldif ldif = new Ldif();
    ldif.entry("x=1", "A", "B")
        .with("plain", "a: b < c")
        .with("none", "")
        .with("many", Stream.of("1", "2"))
        .with("number", 3)
        .with("colon", ":x")
        .with("blank", " x")
        .with("end", "x ")
        .with("url", "<file:///etc/passwd")
        .with("line", "a\nb")
        .with("accent", "Università");
    ldif.entry("x=2");
    assertEquals(
        List.of(
            "dn: x=1",
            "objectClass: A",
            "objectClass: B",
            "plain: a: b < c",
            "many: 1",
            "many: 2",
            "number: 3",
            "colon:: Ong=",
            "blank:: IHg=",
            "end:: eCA=",
            "url:: PGZpbGU6Ly8vZXRjL3Bhc3N3ZA==",
            "line:: YQpi",
            "accent:: VW5pdmVyc2l0w6A=",
            "",
            "dn: x=2"),
        ldif.lines());
  }

  @Test
  void identifiersHoldNothingThatADistinguishedNameWouldEscape() {
    assertEquals(
        "se.example.org/share/a%2Cb%2Bc%3D%22%20", Ldif.id("se.example.org", "share", "a,b+c=\" "));
    assertEquals("%C3%A0", Ldif.id("à"));
  }
}
