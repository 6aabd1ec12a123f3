package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoutes.RouteIndex;
import org.bora.admin.Administrator;
import org.bora.admin.LinkPort;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.SiteErrors;
import org.bora.backend.desk.CallerFigures;
import org.bora.backend.desk.EntryPage;
import org.bora.backend.desk.OrderedBan;
import org.bora.backend.desk.RecallDesk;
import org.bora.backend.desk.RequestPage;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.stage.report.TapeStatus;
import org.bora.page.FleetHistory;
import org.bora.server.config.Differences;
import org.bora.server.drain.DrainState;
import org.bora.server.status.Health;
import org.bora.server.status.ProcessState;
import org.bora.server.tape.TapeCopies;
import org.bora.server.tape.TapeForgotten;
import org.bora.server.wire.RebuildState;
import org.junit.jupiter.api.Test;

/**
 * docs/reference/admin-api.yaml has the schemas of the records that routes answer with, and no
 * others. What it should be is in {@code target/admin-api.yaml}: copy it from there.
 */
class AdminApiSchemasTest {
  private static final List<Class<?>> ANSWERS =
      List.of(
          AccessKeyRoutes.RemovedKeys.class,
          AccessKeyRoutes.ShownKey.class,
          AccessKeyRoutes.ShownKeys.class,
          AdminReply.Told.class,
          Administrator.class,
          AreaFigures.class,
          BanRoutes.BanList.class,
          BanRoutes.LiftedBan.class,
          CallerFigures.class,
          DeskRoutes.DoorLines.class,
          DeskRoutes.RecallQueues.class,
          Differences.class,
          DrainState.class,
          EntryPage.class,
          FileRoutes.FileAnswer.class,
          FileRoutes.FreedName.class,
          FleetFigures.class,
          FleetHistory.HistoryPiece.class,
          Health.class,
          LinkPort.PageLink.class,
          LogRoutes.LogAnswer.class,
          OrderedBan.class,
          PolicyRoutes.ExplainedPolicy.class,
          ProcessState.class,
          QuotaRoutes.QuotaLines.class,
          RecallDesk.RecallLines.class,
          RebuildState.class,
          RequestPage.class,
          RequestRoutes.AbortedRequest.class,
          RequestRoutes.RequestAnswer.class,
          RouteIndex.class,
          RunningConfiguration.ShownConfiguration.class,
          SiteErrors.class,
          TapeCopies.class,
          TapeForgotten.class,
          TapeRoutes.DecidedCopies.class,
          TapeRoutes.RefreshedFile.class,
          TapeRoutes.RetriedFiles.class,
          TapeStatus.class,
          TransferRoutes.EndedTransfer.class,
          TransferRoutes.TransferLines.class);

  private final Map<String, Map<String, Object>> schemas;
  private final AdminApiPage page = new AdminApiPage();

  AdminApiSchemasTest() throws IOException {
    schemas = new RecordSchemas(new RecordWords()).of(ANSWERS);
  }

  @Test
  void theSchemasAreThoseOfTheRecords() throws IOException {
    String should = page.with(schemas);
    Files.writeString(Path.of("target/admin-api.yaml"), should);
    assertEquals(should, Files.readString(AdminApiPage.REFERENCE));
  }

  @Test
  void everyAnswerOfARouteHasASchemaAndEachIsOfARoute() {
    Set<String> known = new TreeSet<>(Set.of("Error", "StorageResourceReport"));
    ANSWERS.forEach(type -> known.add(type.getSimpleName()));
    assertEquals(known, page.referred());
  }

  @Test
  void everyNumberSaysWhatItCounts() {
    assertEquals(List.of(), page.unexplained(schemas.keySet()));
  }
}
