package org.bora.storm.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.bora.storm.source.UnreadableSource;
import org.junit.jupiter.api.Test;

/** Passwords stand in files, never in URLs. */
class JdbcUrlTest {

  @Test
  void aPasswordInAUrlIsRefusedAndNotRepeated() {
    for (String url :
        new String[] {
          "jdbc:mysql://h/storm_db?user=s&password=hush",
          "jdbc:mysql://h/storm_db?trustStorePassword=hush",
          "jdbc:mysql://s:hush@h/storm_db",
          "jdbc:mysql:address=(host=h)(PassWord=hush)/storm_db"
        }) {
      String why = JdbcUrl.refusal("--bora-db", url).orElseThrow();
      assertTrue(why.startsWith("--bora-db: ") && why.contains("--bora-db-password-file"), why);
      assertFalse(why.contains("hush"), why);
    }
    assertEquals(
        Optional.empty(), JdbcUrl.refusal("--db", "jdbc:mysql://h:3306/storm_db?useSsl=true"));
  }

  @Test
  void aServerThatIsNotReadIsNamedWithoutParameters() {
    String why =
        assertThrows(
                UnreadableSource.class,
                () -> StormDatabase.read("jdbc:nothing://h/storm_db?key=hush", "storm", ""))
            .getMessage();
    assertTrue(why.contains("jdbc:nothing://h/storm_db"), why);
    assertFalse(why.contains("hush"), why);
  }
}
