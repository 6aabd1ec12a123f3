package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShownUrlTest {
  private static final String SECRET = "s3cr";

  @Test
  void whatIsNoSecretStaysAsItIs() {
    for (String text :
        List.of(
            "jdbc:mysql://localhost/bora",
            "jdbc:mysql://one:3306, two,[::1]:3308/bora?sslMode=VERIFY_CA&connectTimeout=500",
            "jdbc:mysql://db/bora?trustCertificateKeyStoreUrl=file:/etc/bora/db.p12",
            "http://localhost:4318/v1/traces",
            "allow read to fqan /secretvo/Role=production",
            "allow read to fqan /atlas/Role=production from 192.0.2.0/24",
            "/DC=org/DC=example/CN=Alice",
            "1m",
            "")) {
      assertEquals(text, ShownUrl.of(text));
    }
  }

  @Test
  void usersAndTheirPasswordsAreHidden() {
    assertEquals("jdbc:mysql://***@db/bora", ShownUrl.of("jdbc:mysql://bora:s3cr@db/bora"));
    assertEquals("jdbc:mysql://***@db/bora", ShownUrl.of("jdbc:mysql://bora:a@s3cr@db/bora"));
    assertEquals("jdbc:mysql://***@db/bora", ShownUrl.of("jdbc:mysql://bora:a/s3cr@db/bora"));
    assertEquals("jdbc:mysql://***@db/bora", ShownUrl.of("jdbc:mysql://bora:a?s3cr@db/bora"));
    assertEquals("jdbc:mysql://***@db/bora", ShownUrl.of("jdbc:mysql://bora:s3cr=@db/bora"));
    assertEquals("jdbc:mysql://***@two/b", ShownUrl.of("jdbc:mysql://a:s3cr@one,b:s3cr@two/b"));
  }

  @Test
  void parametersAreHiddenInAnyCaseAndEncoding() {
    assertEquals(
        "jdbc:mysql://db/bora?password=***&sslMode=REQUIRED",
        ShownUrl.of("jdbc:mysql://db/bora?password=s3cr&sslMode=REQUIRED"));
    for (String name :
        List.of(
            "PassWord",
            "pass%77ord",
            "%70%61%73%73word",
            "password1",
            "trustStorePassword",
            "trustCertificateKeyStorePassword",
            "clientCertificateKeyStorePassword",
            "TRUSTSTOREPASSWORD",
            "pwd",
            "passphrase",
            "clientSecret",
            "access_token",
            "api-key")) {
      for (String value : List.of("s3cr", "a;s3cr", "a=s3cr", "a,s3cr", "a'(s3cr", "%26s3cr")) {
        String url = "jdbc:mysql://db/bora?a=b&" + name + "=" + value + "&c=d";
        assertEquals("jdbc:mysql://db/bora?a=b&" + name + "=***&c=d", ShownUrl.of(url), url);
      }
    }
    for (String form :
        List.of(
            "jdbc:mysql://(host=one,password=s3cr)/bora",
            "jdbc:mysql://address=(host=one)(user=a)(password = s3cr)/bora",
            "jdbc:mysql://db/bora?password=a b s3cr",
            "jdbc:mysql://db/bora?%=1&password=s3cr#s3cr",
            "--password=s3cr --verbose")) {
      assertFalse(ShownUrl.of(form).contains(SECRET), ShownUrl.of(form));
    }
  }

  @Test
  void whatIsSaidOfADatabaseHasNoSecret() {
    String url = "jdbc:mysql://a:s3cr@one,b:s3cr@two/bora?trustStorePassword=s3cr";
    DatabaseSettings settings = DatabaseSettings.defaults(url, "bora", SECRET);
    assertFalse(settings.toString().contains(SECRET), settings.toString());
    for (String wrong :
        List.of(
            url.replace("mysql", "mariadb"),
            url.replace("one", "(one)"),
            url.replace("@two", "@two,"))) {
      String told =
          assertThrows(IllegalArgumentException.class, () -> Servers.urls(wrong)).getMessage();
      assertFalse(told.contains(SECRET), told);
    }
  }
}
