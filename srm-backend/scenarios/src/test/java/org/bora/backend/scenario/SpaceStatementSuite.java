package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.request.TokenRequest;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.Surl;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.StatementCount;
import org.bora.backend.testing.StatementCount.Count;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of docs/reference/statements.md, as far as it tells of the functions on spaces. */
abstract class SpaceStatementSuite {
  private static final long GIGABYTE = 1_000_000_000;

  /** What else the server does can only add to a count, so the least of some rounds is the cost. */
  private static final int ROUNDS = 4;

  private final Map<String, Count> least = new LinkedHashMap<>();

  @Test
  void aCallCostsWhatTheTableSays(Schemas schemas, @TempDir Path root)
      throws SQLException, IOException {
    DatabaseSettings all = schemas.migrated();
    try (SmallSite site =
            new SmallSite(
                StatementSuite.narrow(all),
                SmallSite.open(root),
                new SteppedTime(SmallSite.START),
                bounded());
        StatementCount counter = new StatementCount(all)) {
      for (int round = 0; round < ROUNDS; round++) {
        round(site, counter, surl("file" + round), "file" + round);
      }
      assertEquals(
          String.join("\n", StatementSuite.table("## Space")),
          String.join("\n", StatementSuite.rows(least)));
      site.tree.close();
    }
  }

  private static SpaceSettings bounded() {
    ReservationSettings allowed =
        new ReservationSettings(
            true,
            Duration.ofHours(1),
            Duration.ofDays(1),
            OptionalLong.empty(),
            OptionalLong.empty());
    return new SpaceSettings(
        8, Map.of("vo", new AreaSpaceSettings(OptionalLong.of(GIGABYTE), allowed)));
  }

  private void round(SmallSite site, StatementCount counter, Surl file, String name)
      throws SQLException {
    Call call = site.call(ALICE);
    stored(site, call, file, name);
    ReserveSpaceReply made =
        cost(
            counter,
            "srmReserveSpace |",
            () -> site.spaces.functions().call(Catalogue.RESERVE_SPACE, call, reservation()));
    String space = made.spaceToken().orElseThrow();
    cost(
        counter,
        "srmStatusOfReserveSpaceRequest |",
        () ->
            site.spaces
                .functions()
                .call(
                    Catalogue.STATUS_OF_RESERVE_SPACE,
                    call,
                    new TokenRequest(made.token().orElseThrow())));
    UpdateSpaceRequest longer =
        new UpdateSpaceRequest(
            space, OptionalLong.empty(), OptionalLong.empty(), OptionalInt.of(7200));
    cost(
        counter,
        "srmUpdateSpace | lifetime",
        () -> site.spaces.functions().call(Catalogue.UPDATE_SPACE, call, longer));
    UpdateSpaceRequest larger =
        new UpdateSpaceRequest(
            space, OptionalLong.of(2000), OptionalLong.of(2000), OptionalInt.empty());
    String update =
        cost(
                counter,
                "srmUpdateSpace | size",
                () -> site.spaces.functions().call(Catalogue.UPDATE_SPACE, call, larger))
            .token()
            .orElseThrow();
    cost(
        counter,
        "srmStatusOfUpdateSpaceRequest |",
        () ->
            site.spaces
                .functions()
                .call(Catalogue.STATUS_OF_UPDATE_SPACE, call, new TokenRequest(update)));
    String change =
        cost(
                counter,
                "srmChangeSpaceForFiles | one file",
                () ->
                    site.spaces
                        .functions()
                        .call(
                            Catalogue.CHANGE_SPACE_FOR_FILES,
                            call,
                            new ChangeSpaceRequest(List.of(file), space)))
            .token()
            .orElseThrow();
    cost(
        counter,
        "srmStatusOfChangeSpaceForFilesRequest |",
        () ->
            site.spaces
                .functions()
                .call(Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES, call, new TokenRequest(change)));
    cost(
        counter,
        "srmExtendFileLifeTimeInSpace | one file",
        () ->
            site.spaces
                .functions()
                .call(
                    Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE,
                    call,
                    new ExtendInSpaceRequest(space, List.of(file), OptionalInt.of(3600))));
    cost(
        counter,
        "srmPurgeFromSpace | one file",
        () ->
            site.spaces
                .functions()
                .call(Catalogue.PURGE_FROM_SPACE, call, new PurgeRequest(List.of(file), space)));
    cost(
        counter,
        "srmReleaseSpace | with one file",
        () ->
            site.spaces
                .functions()
                .call(Catalogue.RELEASE_SPACE, call, new ReleaseSpaceRequest(space, true)));
  }

  private static void stored(SmallSite site, Call call, Surl file, String name) {
    PutReply reply = site.puts.call(Catalogue.PREPARE_TO_PUT, call, put(OverwriteMode.NEVER, name));
    site.puts.call(
        Catalogue.PUT_DONE, call, new PutDoneRequest(reply.token().orElseThrow(), List.of(file)));
  }

  private static ReserveSpaceRequest reservation() {
    return new ReserveSpaceRequest(
        "",
        Optional.of(
            new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.of(AccessLatency.ONLINE))),
        OptionalLong.of(1000),
        OptionalLong.of(1000),
        OptionalInt.empty(),
        List.of(),
        List.of());
  }

  private <T> T cost(StatementCount counter, String row, Supplier<T> step) throws SQLException {
    Count before = counter.now();
    T result = step.get();
    least.merge(row, counter.now().since(before), StatementSuite::least);
    return result;
  }
}
