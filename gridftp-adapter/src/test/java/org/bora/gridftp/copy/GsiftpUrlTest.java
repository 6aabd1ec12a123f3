package org.bora.gridftp.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GsiftpUrlTest {

  @ParameterizedTest
  @CsvSource({
    "gsiftp://door.example.org:2812/data/file, door.example.org, 2812, /data/file",
    "gsiftp://door.example.org/data/file, door.example.org, 2811, /data/file",
    "GSIFTP://Door.Example.Org//data//file, door.example.org, 2811, /data//file",
    "gsiftp://[2001:db8::1]:2811/f, 2001:db8::1, 2811, /f",
    "gsiftp://h/gr%C3%B6%C3%9Fe%20%2B, h, 2811, /gr\u00f6\u00dfe +",
    "gsiftp://h/gr\u00f6\u00dfe, h, 2811, /gr\u00f6\u00dfe",
  })
  void aUrlSaysWhereAFileIs(String text, String host, int port, String path) {
    assertEquals(Optional.of(new GsiftpUrl(host, port, path)), GsiftpUrl.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "srm://h/f",
        "ftp://h/f",
        "gsiftp://h",
        "gsiftp:///f",
        "gsiftp://user@h/f",
        "gsiftp://h:0/f",
        "gsiftp://h:65536/f",
        "gsiftp://h/100%",
        "gsiftp://h/%zz",
        "gsiftp://h/a%0d%0aDELE%20/b",
        "gsiftp://h/a%00",
      })
  void whatNamesNoFileIsNotAUrl(String text) {
    assertEquals(Optional.empty(), GsiftpUrl.parse(text));
  }

  @Test
  void aPathOfTwoLinesWouldBeASecondCommand() {
    assertThrows(IllegalArgumentException.class, () -> new GsiftpUrl("h", 1, "/a\nb"));
  }
}
