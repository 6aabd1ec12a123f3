package org.bora.backend.database;

import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the time of the database's machine. */
public final class TimeTable {

  /**
   * To the millisecond; no table is read. UNIX_TIMESTAMP of a local time would be an hour off while
   * clocks are put back.
   */
  public Instant now(JdbcClient sql) {
    long micros =
        sql.sql("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3))")
            .query(Long.class)
            .single();
    return Instant.ofEpochMilli(micros / 1000);
  }
}
