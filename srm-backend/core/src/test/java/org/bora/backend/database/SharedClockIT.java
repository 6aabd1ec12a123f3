package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

@ExtendWith(MariaDb.class)
class SharedClockIT {

  @Test
  void twoBackendsWhoseMachinesAreADayApartAgree(Schemas schemas) {
    try (Database database = new Database(schemas.empty())) {
      Transactions transactions = new Transactions(database, Thread::sleep, new Random(1));
      TimeTable table = new TimeTable();
      Clock right = Clock.systemUTC();
      Clock wrong = Clock.offset(right, Duration.ofDays(-1));
      List<SharedClock> clocks =
          List.of(
              new SharedClock(() -> transactions.read(table::now), right, System::nanoTime),
              new SharedClock(() -> transactions.read(table::now), wrong, System::nanoTime));
      Duration apart =
          Duration.between(clocks.getFirst().instant(), clocks.getLast().instant()).abs();
      assertTrue(apart.toMillis() < 5_000, () -> "they are " + apart + " apart");
    }
  }

  @Test
  void aTimeZoneOfTheServerDoesNotCount(Schemas schemas) throws Exception {
    try (Database database = new Database(schemas.empty());
        Connection connection = database.reads().getConnection();
        Statement zone = connection.createStatement()) {
      zone.execute("SET time_zone = '+09:30'");
      Instant now =
          new TimeTable().now(JdbcClient.create(new SingleConnectionDataSource(connection, true)));
      Duration off = Duration.between(now, Instant.now()).abs();
      assertTrue(off.toMinutes() < 5, () -> "it is " + off + " off");
      zone.execute("SET time_zone = DEFAULT");
    }
  }
}
