package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.space.Sums;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A small site with an area of 1000 bytes, and the calls that tests of its spaces make. */
abstract class SpaceBench {
  static final long SIZE = 1000;
  static final RetentionPolicyInfo REPLICA =
      new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.of(AccessLatency.ONLINE));

  final SteppedTime time = new SteppedTime(SmallSite.START);
  DatabaseSettings settings;
  SmallSite site;
  Path root;

  static SpaceSettings spaces() {
    return new SpaceSettings(
        8,
        Map.of(
            "vo",
            new AreaSpaceSettings(
                OptionalLong.of(SIZE),
                new ReservationSettings(
                    true,
                    Duration.ofHours(1),
                    Duration.ofDays(1),
                    OptionalLong.of(900),
                    OptionalLong.of(800)))));
  }

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, SmallSite.open(root), time, spaces());
  }

  /** Whatever a test does, the books are right when it is over. */
  @AfterEach
  void close() {
    try {
      for (UUID space : spaceIds()) {
        Sums counted = site.transactions.read(sql -> site.books.sums(sql, space));
        Sums real = site.transactions.read(sql -> site.books.filesOf(sql, space));
        assertEquals(List.of(real.used(), real.files()), List.of(counted.used(), counted.files()));
      }
    } finally {
      site.close();
      site.tree.close();
    }
  }

  List<UUID> spaceIds() {
    return site.transactions.read(
        sql ->
            sql.sql("SELECT id FROM space")
                .query((row, number) -> org.bora.backend.database.Rows.uuid(row.getBytes(1)))
                .list());
  }

  Sums own() {
    UUID own = SpaceBooks.ownSpace(site.place("x").area());
    return site.transactions.read(sql -> site.books.sums(sql, own));
  }

  Sums in(String token) {
    return site.transactions.read(sql -> site.books.sums(sql, UUID.fromString(token)));
  }

  ReserveSpaceReply reserve(String dn, long total) {
    return site.spaces
        .functions()
        .call(Catalogue.RESERVE_SPACE, site.call(dn), wish(OptionalLong.of(total), total));
  }

  static ReserveSpaceRequest wish(OptionalLong total, long guaranteed) {
    return new ReserveSpaceRequest(
        "Run 7",
        Optional.of(REPLICA),
        total,
        OptionalLong.of(guaranteed),
        OptionalInt.empty(),
        List.of(),
        List.of());
  }

  String reserved(long total) {
    ReserveSpaceReply reply = reserve(ALICE, total);
    assertEquals(SrmStatus.SUCCESS, reply.status().code(), reply.status().explanation());
    return reply.spaceToken().orElseThrow();
  }

  static PutRequest put(Optional<String> token, FileStorageType type, long size, String n) {
    return new PutRequest(
        List.of(new PutFile(Optional.of(surl(n)), OptionalLong.of(size))),
        "",
        OverwriteMode.ALWAYS,
        Optional.of(type),
        OptionalInt.empty(),
        OptionalInt.of(600),
        OptionalInt.empty(),
        token,
        Optional.empty(),
        List.of("gsiftp"));
  }

  PutReply begun(Optional<String> token, long size, String name) {
    return site.puts.call(
        Catalogue.PREPARE_TO_PUT,
        site.call(ALICE),
        put(token, FileStorageType.PERMANENT, size, name));
  }

  static SrmStatus code(PutReply reply) {
    return reply.files().isEmpty()
        ? reply.status().code()
        : reply.files().getFirst().status().code();
  }

  SrmStatus done(PutReply reply, int bytes, String name) {
    write(reply.files().getFirst().turl().orElseThrow(), "x".repeat(bytes));
    return site.puts
        .call(
            Catalogue.PUT_DONE,
            site.call(ALICE),
            new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))))
        .files()
        .getFirst()
        .status()
        .code();
  }

  void stored(Optional<String> token, int bytes, String name) {
    assertEquals(SrmStatus.SUCCESS, done(begun(token, bytes, name), bytes, name));
  }

  SrmStatus release(String dn, String token, boolean force) {
    return site.spaces
        .functions()
        .call(Catalogue.RELEASE_SPACE, site.call(dn), new ReleaseSpaceRequest(token, force))
        .status()
        .code();
  }
}
