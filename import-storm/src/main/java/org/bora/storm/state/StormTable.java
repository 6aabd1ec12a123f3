package org.bora.storm.state;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.bora.api.word.Fqan;
import org.bora.storm.state.StormRequest.StormPin;
import org.bora.storm.state.StormState.Leftovers;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The tables of StoRM 1.11, in its schemas {@code storm_db} and {@code storm_be_ISAM}; read-only.
 * StoRM's server computes times as durations that have passed or remain, so time zones of other
 * machines do not matter.
 */
public final class StormTable {
  // numbers of StoRM's table of status codes
  private static final int SUCCESS = 0;
  private static final int QUEUED = 17;
  private static final int IN_PROGRESS = 18;
  private static final int FILE_PINNED = 22;
  private static final int SPACE_AVAILABLE = 24;

  private static final String PASSED = "TIMESTAMPDIFF(SECOND, q.timeStamp, NOW())";
  private static final String OF_REQUEST =
      "SELECT q.r_token, q.client_dn, q.proxy, q.u_token, "
          + PASSED
          + " AS age_s, q.pinLifetime - "
          + PASSED
          + " AS left_s, f.sourceSURL, s.fileSize, ";

  // of at most the 255 bytes that Bora's column for the VO has
  private static final Pattern FQAN = Pattern.compile("/[\\w.-]{1,255}(/.*)?");

  private final JdbcClient sql;

  /**
   * @param sql on a connection that may read both schemas
   */
  public StormTable(JdbcClient sql) {
    this.sql = Objects.requireNonNull(sql, "sql");
  }

  /** Everything that is of interest. */
  public StormState state() {
    Map<String, StormRequest> requests = new LinkedHashMap<>();
    read(
        false,
        OF_REQUEST
            + "s.transferURL FROM storm_db.status_Get s JOIN storm_db.request_Get f"
            + " ON f.ID = s.request_GetID JOIN storm_db.request_queue q"
            + " ON q.ID = f.request_queueID WHERE s.statusCode = ? ORDER BY f.ID",
        FILE_PINNED,
        requests);
    read(
        true,
        OF_REQUEST
            + "NULL AS transferURL FROM storm_db.status_BoL s JOIN storm_db.request_BoL f"
            + " ON f.ID = s.request_BoLID JOIN storm_db.request_queue q"
            + " ON q.ID = f.request_queueID WHERE s.statusCode = ? ORDER BY f.ID",
        SUCCESS,
        requests);
    return new StormState(spaces(), List.copyOf(requests.values()), leftovers());
  }

  private List<StormSpace> spaces() {
    return sql.sql(
            "SELECT SPACE_TOKEN, USERDN, ALIAS, TOTAL_SIZE, GUAR_SIZE, USED_SIZE, SPACE_FILE, SPACE_TYPE,"
                + " TIMESTAMPDIFF(SECOND, CREATED, NOW()) AS age_s, LIFETIME"
                + " FROM storm_be_ISAM.storage_space ORDER BY SS_ID")
        .query((row, number) -> space(row))
        .list();
  }

  private static StormSpace space(ResultSet row) throws SQLException {
    Duration age = Duration.ofSeconds(row.getLong("age_s"));
    long lifetime = row.getLong("LIFETIME");
    boolean ends = !row.wasNull() && lifetime > 0;
    return new StormSpace(
        text(row, "SPACE_TOKEN"),
        text(row, "USERDN"),
        text(row, "ALIAS"),
        row.getLong("TOTAL_SIZE"),
        row.getLong("GUAR_SIZE"),
        // AVAILABLE_SIZE would not do: StoRM takes off it what is reserved, which is all of it
        Math.max(0, row.getLong("USED_SIZE")), // -1 where it is not known
        text(row, "SPACE_FILE"),
        age,
        ends ? Optional.of(Duration.ofSeconds(lifetime).minus(age)) : Optional.empty(),
        text(row, "SPACE_TYPE").equalsIgnoreCase("VOSpace"));
  }

  private static String text(ResultSet row, String column) throws SQLException {
    return Objects.requireNonNullElse(row.getString(column), "");
  }

  private void read(
      boolean bringOnline, String query, int status, Map<String, StormRequest> requests) {
    sql.sql(query)
        .param(status)
        .query(
            row -> {
              StormPin pin = pin(row);
              String token = text(row, "r_token");
              if (pin.left().isPositive()) {
                StormRequest before = requests.get(token);
                List<StormPin> pins = new ArrayList<>(before == null ? List.of() : before.pins());
                pins.add(pin);
                requests.put(token, request(token, bringOnline, row, pins));
              }
            });
  }

  private static StormRequest request(
      String token, boolean bringOnline, ResultSet row, List<StormPin> pins) throws SQLException {
    return new StormRequest(
        token,
        bringOnline,
        text(row, "client_dn"),
        vo(row.getBytes("proxy")),
        text(row, "u_token"),
        Duration.ofSeconds(row.getLong("age_s")),
        pins);
  }

  /**
   * The VO of the first attribute. StoRM's frontend writes the caller's FQANs, joined by {@code #},
   * into a column that was once for the proxy itself.
   */
  private static Optional<String> vo(byte[] attributes) {
    if (attributes == null) {
      return Optional.empty();
    }
    String first = new String(attributes, StandardCharsets.UTF_8).split("#", 2)[0].strip();
    return FQAN.matcher(first).matches() ? Optional.of(Fqan.parse(first).vo()) : Optional.empty();
  }

  private static StormPin pin(ResultSet row) throws SQLException {
    long size = row.getLong("fileSize");
    boolean known = !row.wasNull() && size >= 0;
    String turl = text(row, "transferURL");
    return new StormPin(
        text(row, "sourceSURL"),
        known ? OptionalLong.of(size) : OptionalLong.empty(),
        turl.startsWith("gsiftp://") ? Optional.of(turl) : Optional.empty(),
        Duration.ofSeconds(row.getLong("left_s")));
  }

  private Leftovers leftovers() {
    return new Leftovers(
        count("storm_db.status_Put WHERE statusCode = " + SPACE_AVAILABLE),
        count("storm_db.request_queue WHERE status IN (" + QUEUED + ", " + IN_PROGRESS + ")"),
        count("storm_be_ISAM.tape_recall WHERE status IN (1, 2)"), // queued, in progress
        count("storm_db.volatile"),
        count("storm_db.jit"));
  }

  private long count(String of) {
    return sql.sql("SELECT COUNT(*) FROM " + of).query(Long.class).single();
  }
}
