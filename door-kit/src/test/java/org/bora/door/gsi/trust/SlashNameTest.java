package org.bora.door.gsi.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expected texts are those of {@code openssl x509 -subject -nameopt compat}. */
class SlashNameTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"CN=Alice,OU=people,DC=example,DC=org\", /DC=org/DC=example/OU=people/CN=Alice",
        "\"CN=host/se.example.org,O=Grid,C=CH\", /C=CH/O=Grid/CN=host/se.example.org",
        "\"CN=Jos\u00e9,C=ES\", /C=ES/CN=Jos\\xC3\\xA9",
        "\"CN=a\\, b,O=x\", \"/O=x/CN=a, b\"",
        "\"CN=one+OU=two,O=x\", /O=x/CN=one+OU=two"
      })
  void aNameIsWrittenAsOpenSslDoes(String rfc2253, String slash) {
    assertEquals(slash, SlashName.of(new X500Principal(rfc2253)));
  }

  @Test
  void shortNamesAreThoseOfOpenSsl() {
    var name =
        new X500Principal(
            "EMAIL=a@b.c, USER=u, SER=7, PROV=Geneva",
            Map.of(
                "EMAIL", "1.2.840.113549.1.9.1",
                "USER", "0.9.2342.19200300.100.1.1",
                "SER", "2.5.4.5",
                "PROV", "2.5.4.8"));

    assertEquals("/ST=Geneva/serialNumber=7/UID=u/emailAddress=a@b.c", SlashName.of(name));
  }

  @Test
  void anUnknownAttributeIsWrittenByItsNumber() {
    var name = new X500Principal("1.2.3.4.5=x,O=y");

    assertEquals(List.of("", "O=y", "1.2.3.4.5="), List.of(SlashName.of(name).split("/|x$")));
  }
}
