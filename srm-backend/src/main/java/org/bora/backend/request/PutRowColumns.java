package org.bora.backend.request;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.orNothing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Rows;
import org.bora.backend.request.PutRow.Target;
import org.bora.backend.request.PutRow.Terms;
import org.bora.backend.request.PutRow.Writing;
import org.bora.backend.space.Promise;
import org.bora.storage.spi.AreaPath;

/** How a {@link PutRow} lies in its table. */
final class PutRowColumns {
  static final String INSERTED =
      "request_id, position, surl, area, path, name_key, parent_key, state, failure, explanation,"
          + " size, replace_old, if_different, upload_id, created_ms, pin_until_ms, turl,"
          + " space_id, share, promised, storage_type, lifetime_s, copy_pin_s, announced_empty";
  static final String NAMES = "f." + INSERTED.replace(", ", ", f.");
  static final int COUNT = INSERTED.split(",", -1).length;

  private PutRowColumns() {}

  static void write(PutRow row, List<Object> values) {
    values.add(row.token().bytes());
    values.add(row.position());
    values.add(RequestTable.bytes(row.surl().text()));
    values.add(orNothing(row.target().map(Target::area)));
    values.add(orNothing(row.target().map(to -> RequestTable.bytes(to.path().toString()))));
    values.add(row.key().bytes());
    values.add(
        orNothing(
            row.target()
                .flatMap(to -> to.path().parent().map(up -> NameKey.of(to.area(), up).bytes()))));
    values.add(row.state().name());
    values.add(orNothing(row.failure().map(SrmStatus::name)));
    values.add(RequestTable.shortened(row.explanation()));
    values.add(orNothing(row.size()));
    values.add(row.writing().filter(to -> to.overwrite() != OverwriteMode.NEVER).isPresent());
    values.add(
        row.writing()
            .filter(to -> to.overwrite() == OverwriteMode.WHEN_FILES_ARE_DIFFERENT)
            .isPresent());
    values.add(orNothing(row.writing().map(to -> RequestToken.bytes(to.uploadId()))));
    values.add(row.writing().map(to -> millis(to.since())).orElse(0L));
    values.add(row.writing().map(to -> millis(to.pinUntil())).orElse(0L));
    values.add(orNothing(row.writing().map(to -> RequestTable.bytes(to.turl()))));
    Optional<Terms> terms = row.writing().map(Writing::terms);
    Optional<Promise> promise = terms.flatMap(Terms::promise);
    values.add(orNothing(promise.map(from -> Rows.bytes(from.space()))));
    values.add(orNothing(promise.map(Promise::share)));
    values.add(promise.map(Promise::bytes).orElse(0L));
    values.add(terms.map(Terms::life).orElse(FileLife.PERMANENT).type().name());
    values.add(terms.map(Terms::life).orElse(FileLife.PERMANENT).seconds());
    values.add(terms.map(Terms::copyPin).orElse(Duration.ZERO).toSeconds());
    values.add(terms.filter(Terms::empty).isPresent());
  }

  static PutRow read(ResultSet row) throws SQLException {
    String area = row.getString("area");
    String failure = row.getString("failure");
    long size = row.getLong("size");
    OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size);
    return new PutRow(
        RequestToken.ofBytes(row.getBytes("request_id")),
        row.getInt("position"),
        new Surl(RequestTable.text(row.getBytes("surl"))),
        NameKey.ofBytes(row.getBytes("name_key")),
        area == null
            ? Optional.empty()
            : Optional.of(
                new Target(area, AreaPath.parse(RequestTable.text(row.getBytes("path"))))),
        PutState.valueOf(row.getString("state")),
        Optional.ofNullable(failure).map(SrmStatus::valueOf),
        RequestTable.text(row.getBytes("explanation")),
        known,
        writing(row));
  }

  private static OverwriteMode overwrite(ResultSet row) throws SQLException {
    if (row.getBoolean("if_different")) {
      return OverwriteMode.WHEN_FILES_ARE_DIFFERENT;
    }
    return row.getBoolean("replace_old") ? OverwriteMode.ALWAYS : OverwriteMode.NEVER;
  }

  private static Optional<Writing> writing(ResultSet row) throws SQLException {
    byte[] upload = row.getBytes("upload_id");
    if (upload == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Writing(
            RequestToken.uuid(upload),
            overwrite(row),
            Instant.ofEpochMilli(row.getLong("created_ms")),
            Instant.ofEpochMilli(row.getLong("pin_until_ms")),
            RequestTable.text(row.getBytes("turl")),
            new Terms(
                promise(row),
                new FileLife(
                    FileStorageType.valueOf(row.getString("storage_type")),
                    row.getInt("lifetime_s")),
                Duration.ofSeconds(row.getInt("copy_pin_s")),
                row.getBoolean("announced_empty"))));
  }

  private static Optional<Promise> promise(ResultSet row) throws SQLException {
    byte[] space = row.getBytes("space_id");
    return space == null
        ? Optional.empty()
        : Optional.of(new Promise(Rows.uuid(space), row.getInt("share"), row.getLong("promised")));
  }
}
