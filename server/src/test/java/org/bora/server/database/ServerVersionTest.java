package org.bora.server.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerVersionTest {

  @ParameterizedTest
  @CsvSource({
    "11.4.5-MariaDB,true",
    "10.11.2-MariaDB-1~deb12,true",
    "5.5.5-10.11.2-MariaDB,true",
    "10.6.20-MariaDB,false",
    "8.4.0,true",
    "9.7.0,true",
    "8.0.36-0ubuntu,false",
    "8.3.0,false"
  })
  void oldServersAreRefused(String version, boolean supported) {
    assertEquals(supported, ServerVersion.parse(version).isSupported());
  }

  @Test
  void itIsWrittenForPeople() {
    assertEquals("MariaDB 10.6", ServerVersion.parse("5.5.5-10.6.1-MariaDB").toString());
    assertThrows(IllegalArgumentException.class, () -> ServerVersion.parse("PostgreSQL"));
  }
}
