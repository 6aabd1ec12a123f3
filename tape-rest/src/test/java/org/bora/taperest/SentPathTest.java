package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.bora.api.word.Surl;
import org.junit.jupiter.api.Test;

class SentPathTest {

  @Test
  void thePathComesBackAsItWasSent() {
    for (String sent :
        new String[] {"/vo/f", "//vo//f/", "/vo/a%20b", "/vo/a b", "/vo/f?SFN=/x", "/ä#%"}) {
      SentPath path = new SentPath(sent);
      assertEquals(path, SentPath.of(path.surl("se.example.org")), sent);
    }
  }

  @Test
  void aRequestOfSrmHasPathsToo() {
    assertEquals("/vo/f", SentPath.of(new Surl("srm://se.example.org:8444/vo/f")).text());
    assertEquals("/vo/f", SentPath.of(new Surl("srm://se/srm/managerv2?SFN=/vo/f")).text());
    assertEquals("nonsense", SentPath.of(new Surl("nonsense")).text());
  }

  @Test
  void spellingsOfOneNameAreEqual() {
    String name = new SentPath("/vo/a b").name();
    assertEquals(name, new SentPath("//vo/a%20b/").name());
    assertEquals(name, new SentPath("/vo/%61%20b").name());
    assertNotEquals(name, new SentPath("/vo/a+b").name());
    assertNotEquals(new SentPath("/vo/a%").name(), new SentPath("/vo/a").name());
    assertEquals(new SentPath("/ä").name(), new SentPath("/%C3%A4").name());
  }
}
