package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameTest {

  @ParameterizedTest
  @CsvSource({
    "/, /, true",
    "/vo, /vo, false",
    "/vo/, /vo, true",
    "//vo///f, /vo/f, false",
    "/vo/a%20b, /vo/a%20b, false"
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
