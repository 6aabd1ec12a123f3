package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServersTest {

  @Test
  void oneServerIsItsUrl() {
    for (String url :
        List.of(
            "jdbc:mysql://db.example.org/bora",
            "jdbc:mysql://db:3307/bora?sslMode=DISABLED&a=b,c",
            "jdbc:mysql:///bora")) {
      assertEquals(List.of(url), Servers.urls(url));
    }
  }

  @Test
  void eachNodeHasTheSchemaAndTheParameters() {
    assertEquals(
        List.of(
            "jdbc:mysql://one:3306/bora?sslMode=DISABLED",
            "jdbc:mysql://two/bora?sslMode=DISABLED",
            "jdbc:mysql://[::1]:3308/bora?sslMode=DISABLED"),
        Servers.urls("jdbc:mysql://one:3306, two,[::1]:3308/bora?sslMode=DISABLED"));
  }

  @Test
  void theDriversLongFormsAreRefusedWithTheWayOut() {
    for (String url :
        List.of(
            "jdbc:mysql://(host=one,port=3306),(host=two)/bora",
            "jdbc:mysql://address=(host=one)(port=3306)/bora")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> Servers.urls(url)).getMessage();
      assertTrue(message.contains("one:3306,two:3306"), message);
    }
  }

  @Test
  void whatNamesNoServersIsRefused() {
    for (String url :
        List.of("jdbc:mariadb://x/y", "jdbc:mysql://one,/bora", "jdbc:mysql://,/bora", "bora")) {
      assertThrows(IllegalArgumentException.class, () -> Servers.urls(url), url);
    }
  }
}
