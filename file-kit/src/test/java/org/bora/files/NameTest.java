package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NameTest {

  @ParameterizedTest
  @CsvSource({
    "/, /, true",
    "/vo, /vo, false",
    "/vo/, /vo, true",
    "//vo///f, /vo/f, false",
    "/vo/a%20b, /vo/a%20b, false",
    "/%76%6f/%61%2d, /vo/a-, false",
    "/vo/%e9%FF, /vo/%E9%FF, false"
  })
  void slashesMeanNothingButTheLast(String raw, String path, boolean directory) throws Refused {
    assertEquals(new Name(path, directory), Name.of(raw));
  }

  @Test
  void theEngineGetsTheNameEscapedAsItCame() throws Refused {
    assertEquals(
        "srm://se.example.org/srm/managerv2?SFN=/vo/a%20b%23",
        Name.of("/vo/a%20b%23").surl("se.example.org").text());
  }

  @Test
  void aPathThatIsNoneIsRefused() {
    assertThrows(Refused.class, () -> Name.of("*"));
    assertThrows(Refused.class, () -> Name.of(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/vo/../x",
        "/vo/%2e%2E/x",
        "/vo/./f",
        "/vo/a%2fb",
        "/vo/a%00",
        "/vo/a%",
        "/vo/%4"
      })
  void whatIsNoNameIsRefused(String raw) {
    assertEquals(400, assertThrows(Refused.class, () -> Name.of(raw)).status());
  }

  @Test
  void whatIsWrittenInAnotherWayIsTheSameName() throws Refused {
    assertTrue(Name.of("/vo/%66").isWithin(Name.of("/vo/f")));
  }

  @Test
  void whatIsMovedAsideStaysInItsDirectoryAndFitsIntoAName() throws Refused {
    UUID id = new UUID(1, 2);
    assertEquals("/vo/f.replaced-" + id, Name.of("/vo/f").aside(id).path());
    Name aside = Name.of("/vo/" + "%E9".repeat(255)).aside(id);
    assertEquals("/vo/.replaced-" + id, aside.path());
    for (String letter : List.of("a", "%E9")) {
      String longest = "/vo/" + letter.repeat(209);
      assertEquals(longest + ".replaced-" + id, Name.of(longest).aside(id).path());
      assertEquals("/vo/.replaced-" + id, Name.of(longest + letter).aside(id).path());
    }
  }

  @Test
  void anUnfinishedCopyStaysInTheDirectoryOfItsName() throws Refused {
    UUID id = new UUID(1, 2);
    assertEquals("/vo/d.copying-" + id, Name.of("/vo/d/").unfinished(id).path());
    assertFalse(Name.of("/vo/d").unfinished(id).isWithin(Name.of("/vo/d")));
  }

  @Test
  void childrenAreEscapedAndReadableAgain() throws Refused {
    Name child = Name.of("/vo/").child("a b%#\u00e9");

    assertEquals("/vo/a%20b%25%23%C3%A9", child.path());
    assertEquals("a b%#\u00e9", child.last());
    assertEquals("/vo/a%20b%25%23%C3%A9/", child.href(true));
    assertEquals("/f", Name.of("/").child("f").path());
    assertEquals("/", Name.of("/").href(true));
  }

  @Test
  void whatLiesWithinEndsAtASlash() throws Refused {
    assertTrue(Name.of("/vo/d/e").isWithin(Name.of("/vo/d")));
    assertTrue(Name.of("/vo/d").isWithin(Name.of("/vo/d")));
    assertTrue(Name.of("/vo").isWithin(Name.of("/")));
    assertFalse(Name.of("/vo/de").isWithin(Name.of("/vo/d")));
  }
}
