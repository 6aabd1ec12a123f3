package org.bora.backend.stage.alarm;

import static org.bora.backend.database.Rows.millis;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code tape_alarm}. */
final class AlarmTable {
  private static final int MOST_KEY_BYTES = 255;
  private static final int MOST_TEXT_BYTES = 2000;

  /**
   * Words that keys begin with which end in the identifier of a file, {@code lost LIBRARY FILE}.
   */
  private static final List<String> OF_FILES = List.of("lost", "recall", "damaged", "changed");

  /** A blank and an identifier. */
  private static final int TAIL = 37;

  /** The word that a key begins with which is of a volume. */
  private static final String OF_VOLUME = "volume";

  private static final int WORDS_OF_VOLUME = 3;

  private static final String IS_OF_FILE =
      OF_FILES.stream()
          .map(kind -> "a.alarm_key LIKE '" + kind + " %'")
          .collect(Collectors.joining(" OR ", "(", ")"));

  /** False if it exists. */
  boolean insert(JdbcClient sql, String key, String text, Instant now) {
    return sql.sql(
                "INSERT IGNORE INTO tape_alarm (alarm_key, text, raised_ms, seen_ms)"
                    + " VALUES (?, ?, ?, ?)")
            .params(List.of(key(key), Rows.bytes(text, MOST_TEXT_BYTES), millis(now), millis(now)))
            .update()
        == 1;
  }

  void update(JdbcClient sql, String key, String text, Instant now) {
    sql.sql("UPDATE tape_alarm SET text = ?, seen_ms = ? WHERE alarm_key = ?")
        .params(List.of(Rows.bytes(text, MOST_TEXT_BYTES), millis(now), key(key)))
        .update();
  }

  /** Empty if it is not raised. */
  Optional<Alarm> find(JdbcClient sql, String key) {
    return sql.sql("SELECT text, raised_ms, seen_ms FROM tape_alarm WHERE alarm_key = ?")
        .params(List.of(key(key)))
        .query(
            (row, number) ->
                new Alarm(
                    key,
                    Rows.text(row.getBytes("text")),
                    Instant.ofEpochMilli(row.getLong("raised_ms")),
                    Instant.ofEpochMilli(row.getLong("seen_ms"))))
        .optional();
  }

  /** Whether it is raised; it stays so until this transaction ends. */
  boolean lock(JdbcClient sql, String key) {
    return sql.sql("SELECT 1 FROM tape_alarm WHERE alarm_key = ? FOR UPDATE")
        .params(List.of(key(key)))
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  boolean delete(JdbcClient sql, String key) {
    return sql.sql("DELETE FROM tape_alarm WHERE alarm_key = ?").params(List.of(key(key))).update()
        == 1;
  }

  /** False where it was raised again since it was seen so. */
  boolean delete(JdbcClient sql, Alarm seen) {
    return sql.sql("DELETE FROM tape_alarm WHERE alarm_key = ? AND seen_ms = ?")
            .params(List.of(key(seen.key()), millis(seen.seen())))
            .update()
        == 1;
  }

  /** What the alarms of many files have in common; empty for an alarm that is of no file. */
  static Optional<String> kind(String key) {
    return OF_FILES.stream().anyMatch(kind -> key.startsWith(kind + " ")) && key.length() > TAIL
        ? Optional.of(key.substring(0, key.length() - TAIL))
        : Optional.empty();
  }

  /** How many files there are of a kind, counted up to a number. */
  int count(JdbcClient sql, String kind, int most) {
    return sql.sql(
            "SELECT COUNT(*) FROM (SELECT 1 FROM tape_alarm WHERE alarm_key > ? AND alarm_key < ?"
                + " LIMIT ?) some")
        .params(List.of(key(kind + " "), key(kind + "!"), most))
        .query(Integer.class)
        .single();
  }

  long count(JdbcClient sql) {
    return sql.sql("SELECT COUNT(DISTINCT " + shown() + ") FROM tape_alarm a")
        .query(Long.class)
        .single();
  }

  /** The key, or the kind for an alarm about a file. */
  private static String shown() {
    return "CASE WHEN "
        + IS_OF_FILE
        + " THEN LEFT(a.alarm_key, LENGTH(a.alarm_key) - "
        + TAIL
        + ") ELSE a.alarm_key END";
  }

  /**
   * Alarms, all or of one kind.
   *
   * @param alarm with the text of one of them
   */
  record Shown(Alarm alarm, int count) {}

  /** Those that were raised first; those of a kind are one. */
  List<Shown> first(JdbcClient sql, int most) {
    return sql.sql(
            "SELECT "
                + shown()
                + " AS shown, COUNT(*) AS files, MIN(a.text) AS text, MIN(a.raised_ms) AS raised,"
                + " MAX(a.seen_ms) AS seen FROM tape_alarm a GROUP BY shown"
                + " ORDER BY raised, shown LIMIT ?")
        .param(most)
        .query(
            (row, number) ->
                new Shown(
                    new Alarm(
                        Rows.text(row.getBytes("shown")),
                        Rows.text(row.getBytes("text")),
                        Instant.ofEpochMilli(row.getLong("raised")),
                        Instant.ofEpochMilli(row.getLong("seen"))),
                    row.getInt("files")))
        .list();
  }

  /** The texts of the oldest alarms about files of a kind. */
  List<String> texts(JdbcClient sql, String kind, int most) {
    return sql.sql(
            "SELECT text FROM tape_alarm WHERE alarm_key > ? AND alarm_key < ?"
                + " ORDER BY raised_ms, alarm_key LIMIT ?")
        .params(List.of(key(kind + " "), key(kind + "!"), most))
        .query((row, number) -> Rows.text(row.getBytes(1)))
        .list();
  }

  /** Keys that name a file, {@code lost LIBRARY FILE}, which is in the books no more. */
  List<String> ofFilesGone(JdbcClient sql, int most) {
    return sql.sql(
            "SELECT a.alarm_key FROM tape_alarm a WHERE "
                + IS_OF_FILE
                + " AND NOT EXISTS (SELECT 1 FROM"
                + " stored_file f WHERE f.id = UNHEX(REPLACE(RIGHT(a.alarm_key, 36), '-', '')))"
                + " ORDER BY a.alarm_key LIMIT ?")
        .param(most)
        .query((row, number) -> Rows.text(row.getBytes("alarm_key")))
        .list();
  }

  static String ofVolume(String library, String volume) {
    return OF_VOLUME + " " + library + " " + volume;
  }

  /** Keys of volumes, {@code volume LIBRARY VOLUME}. */
  List<String> ofVolumes(JdbcClient sql, int most) {
    return sql.sql(
            "SELECT alarm_key FROM tape_alarm WHERE alarm_key > ? AND alarm_key < ?"
                + " ORDER BY alarm_key LIMIT ?")
        .params(List.of(key(OF_VOLUME + " "), key(OF_VOLUME + "!"), most))
        .query((row, number) -> Rows.text(row.getBytes("alarm_key")))
        .list();
  }

  /** Whether a file is wanted from the volume that a key names. */
  boolean isWaitedFor(JdbcClient sql, String key) {
    String[] words = key.split(" ", WORDS_OF_VOLUME);
    return sql.sql(
            "SELECT 1 FROM tape_recall t WHERE t.library_name = ?"
                + " AND t.state IN ('UNLOCATED', 'WAITING', 'RUNNING') AND t.volume = ? LIMIT 1")
        .params(List.of(words[1], words[2]))
        .query((row, number) -> row.getInt(1))
        .optional()
        .isPresent();
  }

  private static byte[] key(String key) {
    return Rows.bytes(key, MOST_KEY_BYTES);
  }
}
