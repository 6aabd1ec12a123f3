package org.bora.backend.request;

import static org.bora.backend.database.Rows.millis;
import static org.bora.backend.database.Rows.nothing;
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
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.database.Rows;
import org.bora.backend.request.PutRow.Target;
import org.bora.backend.request.PutRow.Terms;
import org.bora.backend.request.PutRow.Writing;
import org.bora.backend.space.Promise;
import org.bora.storage.spi.AreaPath;

/** Maps a {@link PutRow} to the columns of its table. */
final class PutRowColumns {
  static final String INSERTED =
      "request_id, position, surl, area, path, name_key, parent_key, state, failure, explanation,"
          + " size, replace_old, if_different, upload_id, created_ms, pin_until_ms, turl,"
          + " space_id, share, promised, storage_type, lifetime_s, copy_pin_s, announced_empty";
  static final String NAMES = "f." + INSERTED.replace(", ", ", f.");
  static final int COUNT = INSERTED.split(",", -1).length;

  private PutRowColumns() {}

  static void write(PutRow row, List<Object> values) {
    switch (row) {
      case AcceptedPut put -> {
        head(put, Optional.of(put.target()), values);
        values.add(orNothing(put.failure().map(SrmStatus::name)));
        values.add(RequestTable.shortened(put.explanation()));
        values.add(orNothing(put.size()));
        writing(put.writing(), values);
      }
      case RefusedPut put -> {
        head(put, put.target(), values);
        values.add(put.why().code().name());
        values.add(RequestTable.shortened(put.why().explanation()));
        values.add(orNothing(put.size()));
        noUpload(values);
      }
    }
  }

  private static void head(PutRow row, Optional<Target> target, List<Object> values) {
    values.add(row.token().bytes());
    values.add(row.position());
    values.add(RequestTable.bytes(row.surl().text()));
    values.add(orNothing(target.map(Target::area)));
    values.add(orNothing(target.map(to -> RequestTable.bytes(to.path().toString()))));
    values.add(row.key().bytes());
    values.add(
        orNothing(
            target.flatMap(to -> to.path().parent().map(up -> NameKey.of(to.area(), up).bytes()))));
    values.add(row.state().name());
  }

  private static void writing(Writing to, List<Object> values) {
    values.add(to.overwrite() != OverwriteMode.NEVER);
    values.add(to.overwrite() == OverwriteMode.WHEN_FILES_ARE_DIFFERENT);
    values.add(RequestToken.bytes(to.uploadId()));
    values.add(millis(to.since()));
    values.add(millis(to.pinUntil()));
    values.add(RequestTable.bytes(to.turl()));
    Optional<Promise> promise = to.terms().promise();
    values.add(orNothing(promise.map(from -> Rows.bytes(from.space()))));
    values.add(orNothing(promise.map(Promise::share)));
    values.add(promise.map(Promise::bytes).orElse(0L));
    values.add(to.terms().life().type().name());
    values.add(to.terms().life().seconds());
    values.add(to.terms().copyPin().toSeconds());
    values.add(to.terms().empty());
  }

  private static void noUpload(List<Object> values) {
    FileLife life = FileLife.PERMANENT;
    values.addAll(List.of(false, false, nothing(), 0L, 0L, nothing()));
    values.addAll(List.of(nothing(), nothing(), 0L));
    values.addAll(List.of(life.type().name(), life.seconds(), 0L, false));
  }

  static PutRow read(ResultSet row) throws SQLException {
    return row.getBytes("upload_id") == null ? refused(row) : accepted(row);
  }

  private static RefusedPut refused(ResultSet row) throws SQLException {
    return new RefusedPut(
        RequestToken.ofBytes(row.getBytes("request_id")),
        row.getInt("position"),
        new Surl(RequestTable.text(row.getBytes("surl"))),
        NameKey.ofBytes(row.getBytes("name_key")),
        row.getString("area") == null ? Optional.empty() : Optional.of(target(row)),
        ReturnStatus.of(
            SrmStatus.valueOf(row.getString("failure")),
            RequestTable.text(row.getBytes("explanation"))));
  }

  /** A row of which the question has made sure that it has an upload. */
  static AcceptedPut accepted(ResultSet row) throws SQLException {
    long size = row.getLong("size");
    OptionalLong known = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(size);
    return new AcceptedPut(
        RequestToken.ofBytes(row.getBytes("request_id")),
        row.getInt("position"),
        new Surl(RequestTable.text(row.getBytes("surl"))),
        NameKey.ofBytes(row.getBytes("name_key")),
        target(row),
        PutState.valueOf(row.getString("state")),
        Optional.ofNullable(row.getString("failure")).map(SrmStatus::valueOf),
        RequestTable.text(row.getBytes("explanation")),
        known,
        writing(row));
  }

  private static Target target(ResultSet row) throws SQLException {
    return new Target(
        row.getString("area"), AreaPath.parse(RequestTable.text(row.getBytes("path"))));
  }

  private static OverwriteMode overwrite(ResultSet row) throws SQLException {
    if (row.getBoolean("if_different")) {
      return OverwriteMode.WHEN_FILES_ARE_DIFFERENT;
    }
    return row.getBoolean("replace_old") ? OverwriteMode.ALWAYS : OverwriteMode.NEVER;
  }

  private static Writing writing(ResultSet row) throws SQLException {
    return new Writing(
        RequestToken.uuid(row.getBytes("upload_id")),
        overwrite(row),
        Instant.ofEpochMilli(row.getLong("created_ms")),
        Instant.ofEpochMilli(row.getLong("pin_until_ms")),
        RequestTable.text(row.getBytes("turl")),
        new Terms(
            promise(row),
            new FileLife(
                FileStorageType.valueOf(row.getString("storage_type")), row.getInt("lifetime_s")),
            Duration.ofSeconds(row.getInt("copy_pin_s")),
            row.getBoolean("announced_empty")));
  }

  private static Optional<Promise> promise(ResultSet row) throws SQLException {
    byte[] space = row.getBytes("space_id");
    return space == null
        ? Optional.empty()
        : Optional.of(new Promise(Rows.uuid(space), row.getInt("share"), row.getLong("promised")));
  }
}
