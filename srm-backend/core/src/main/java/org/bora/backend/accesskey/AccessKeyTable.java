package org.bora.backend.accesskey;

import static org.bora.backend.database.Rows.millis;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.Fqan;
import org.bora.backend.accesskey.StoredKey.Sealed;
import org.bora.backend.database.Rows;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The table {@code access_key}. */
final class AccessKeyTable {
  private static final String COLUMNS =
      "SELECT k.id, k.owner_dn, k.issuer, k.fqans, k.scopes, k.label, k.made_by, k.sealed,"
          + " k.vault_key, k.enabled, k.created_ms, k.ends_ms, k.used_ms FROM access_key k ";

  private static final int LONGEST_LABEL = 200;
  private static final int LONGEST_NAME = 2000;
  private static final int LONGEST_LIST = 8000;

  Optional<StoredKey> find(JdbcClient sql, String id) {
    return sql.sql(COLUMNS + "WHERE k.id = ?")
        .param(id)
        .query((row, number) -> read(row))
        .optional();
  }

  /** The same, and no other transaction changes it until this one ends. */
  Optional<StoredKey> lock(JdbcClient sql, String id) {
    return sql.sql(COLUMNS + "WHERE k.id = ? FOR UPDATE")
        .param(id)
        .query((row, number) -> read(row))
        .optional();
  }

  /** The key that a named request made. */
  Optional<StoredKey> findAsked(JdbcClient sql, byte[] askedAs) {
    return sql.sql(COLUMNS + "WHERE k.asked_as = ?")
        .param(askedAs)
        .query((row, number) -> read(row))
        .optional();
  }

  /** Those of one owner, in the order in which they were made. */
  List<StoredKey> of(JdbcClient sql, String dn) {
    return sql.sql(COLUMNS + "WHERE k.owner_dn = ? ORDER BY k.created_ms, k.id")
        .param(Rows.bytes(dn))
        .query((row, number) -> read(row))
        .list();
  }

  /** Those of all owners, those first that end first. */
  List<StoredKey> all(JdbcClient sql, int most) {
    return sql.sql(COLUMNS + "ORDER BY k.ends_ms, k.id LIMIT ?")
        .param(most)
        .query((row, number) -> read(row))
        .list();
  }

  /** The slots that an owner has taken. */
  Set<Integer> slots(JdbcClient sql, String dn) {
    return Set.copyOf(
        sql.sql("SELECT k.slot FROM access_key k WHERE k.owner_dn = ?")
            .param(Rows.bytes(dn))
            .query(Integer.class)
            .list());
  }

  /**
   * Enters one.
   *
   * @throws org.springframework.dao.DuplicateKeyException the slot is taken, or the named request
   *     has made a key
   */
  void insert(JdbcClient sql, StoredKey key, int slot, Optional<byte[]> askedAs) {
    sql.sql(
            "INSERT INTO access_key (id, owner_dn, slot, issuer, fqans, scopes, label, made_by,"
                + " asked_as, sealed, vault_key, enabled, created_ms, ends_ms)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .params(
            List.of(
                key.id(),
                Rows.bytes(key.owner().dn()),
                slot,
                Rows.bytes(key.owner().issuer()),
                column(key.owner().fqans().stream().map(Fqan::toString).toList()),
                Rows.orNothing(
                    key.owner().grant().map(StoredKey::lines).map(AccessKeyTable::column)),
                Rows.bytes(key.label(), LONGEST_LABEL),
                Rows.bytes(key.madeBy(), LONGEST_NAME),
                Rows.orNothing(askedAs),
                key.sealed().text(),
                key.sealed().vaultKey(),
                key.enabled(),
                millis(key.created()),
                millis(key.ends())))
        .update();
  }

  /** Replaces the sealed secret, and the end that it is bound to. */
  void seal(JdbcClient sql, String id, Sealed sealed, Instant ends) {
    sql.sql("UPDATE access_key SET sealed = ?, vault_key = ?, ends_ms = ? WHERE id = ?")
        .params(List.of(sealed.text(), sealed.vaultKey(), millis(ends), id))
        .update();
  }

  void enable(JdbcClient sql, String id, boolean enabled) {
    sql.sql("UPDATE access_key SET enabled = ? WHERE id = ?").params(List.of(enabled, id)).update();
  }

  void delete(JdbcClient sql, String id) {
    sql.sql("DELETE FROM access_key WHERE id = ?").param(id).update();
  }

  /** Removes the keys of an owner that have ended. */
  void deleteEnded(JdbcClient sql, String dn, Instant now) {
    sql.sql("DELETE FROM access_key WHERE owner_dn = ? AND ends_ms <= ?")
        .params(List.of(Rows.bytes(dn), millis(now)))
        .update();
  }

  /** Returns how many there were. */
  int deleteAll(JdbcClient sql) {
    return sql.sql("DELETE FROM access_key").update();
  }

  /** Whether attributes and scopes can be stored. */
  static boolean isStorable(KeyOwner owner) {
    List<String> fqans = owner.fqans().stream().map(Fqan::toString).toList();
    List<String> scopes = owner.grant().map(StoredKey::lines).orElse(List.of());
    return Rows.bytes(owner.dn()).length <= LONGEST_NAME
        && Rows.bytes(owner.issuer()).length <= LONGEST_NAME
        && isColumn(fqans)
        && isColumn(scopes);
  }

  private static boolean isColumn(List<String> lines) {
    return column(lines).length <= LONGEST_LIST
        && lines.stream().allMatch(line -> line.lines().toList().equals(List.of(line)));
  }

  private static byte[] column(List<String> lines) {
    return Rows.bytes(String.join("\n", lines));
  }

  /** Notes a use, unless one was noted since. */
  void use(JdbcClient sql, String id, Instant now, Instant noted) {
    sql.sql("UPDATE access_key SET used_ms = ? WHERE id = ? AND (used_ms IS NULL OR used_ms <= ?)")
        .params(List.of(millis(now), id, millis(noted)))
        .update();
  }

  private static StoredKey read(ResultSet row) throws SQLException {
    byte[] scopes = row.getBytes("scopes");
    KeyOwner owner =
        new KeyOwner(
            Rows.text(row.getBytes("owner_dn")),
            Rows.text(row.getBytes("issuer")),
            lines(row.getBytes("fqans")).stream().map(Fqan::parse).toList(),
            Optional.ofNullable(scopes).map(bytes -> StoredKey.grant(lines(bytes))));
    long used = row.getLong("used_ms");
    boolean unused = row.wasNull();
    return new StoredKey(
        row.getString("id"),
        owner,
        Rows.text(row.getBytes("label")),
        Rows.text(row.getBytes("made_by")),
        new Sealed(row.getBytes("sealed"), row.getString("vault_key")),
        row.getBoolean("enabled"),
        Instant.ofEpochMilli(row.getLong("created_ms")),
        Instant.ofEpochMilli(row.getLong("ends_ms")),
        unused ? Optional.empty() : Optional.of(Instant.ofEpochMilli(used)));
  }

  private static List<String> lines(byte[] column) {
    return Rows.text(column).lines().toList();
  }
}
