package org.bora.server.admin;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.word.Surl;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.stage.migration.MigrationDesk;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.rebuild.ForgottenObjects;
import org.bora.backend.stage.refresh.Refresh;
import org.bora.server.tape.TapeCopies;
import org.bora.server.tape.TapeForgotten;
import org.bora.storage.spi.TapeDriver.Kept;

/** {@code /v1/tape/...}: orders of administrators about files on tape. */
public final class TapeRoutes {
  private static final String NOTHING = "nothing was changed";

  private final MigrationDesk desk;
  private final Refresh refresh;
  private final ForgottenObjects forgotten;
  private final AtomicBoolean searching = new AtomicBoolean();

  public TapeRoutes(MigrationDesk desk, Refresh refresh, ForgottenObjects forgotten) {
    this.desk = Objects.requireNonNull(desk, "desk");
    this.refresh = Objects.requireNonNull(refresh, "refresh");
    this.forgotten = Objects.requireNonNull(forgotten, "forgotten");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/tape/copies", TapeCopies.class, _ -> copies()),
        AdminRoute.change("POST", "/v1/tape/copies/{file}/keep", DecidedCopies.class, this::kept),
        AdminRoute.change(
            "POST",
            "/v1/tape/copies/{file}/give-up",
            DecidedCopies.class,
            call -> decided(call, desk::giveUp)),
        AdminRoute.change("POST", "/v1/tape/retry", RetriedFiles.class, this::retry),
        AdminRoute.change("POST", "/v1/tape/forgotten", TapeForgotten.class, this::forgotten),
        AdminRoute.change("POST", "/v1/tape/refresh", RefreshedFile.class, this::refreshed));
  }

  private TapeCopies copies() {
    return new TapeCopies(desk.status().stream().map(this::copies).toList());
  }

  private TapeCopies.Library copies(MigrationStatus status) {
    String library = status.library();
    return new TapeCopies.Library(
        library,
        new TapeCopies.Some(status.held(), desk.removals(library, true)),
        new TapeCopies.Some(status.removals(), desk.removals(library, false)));
  }

  /**
   * The answer to a decision about tape copies whose file no longer exists.
   *
   * @param file identifier of the file
   * @param copies how many tape copies the decision affects
   */
  record DecidedCopies(UUID file, int copies) {}

  private DecidedCopies kept(AdminCall call) throws AdminRefusal {
    AtomicInteger leaving = new AtomicInteger();
    DecidedCopies decided =
        decided(
            call,
            file -> {
              RemovalTable.Ordered ordered = desk.keep(file);
              leaving.set(ordered.leaving());
              return ordered;
            });
    if (leaving.get() > 0) {
      throw AdminRefusal.conflict(
          leaving + " of its " + decided.copies() + " copies may be lost",
          "the tape system is removing them at this moment; it is asked to stop, and what it has"
              + " not removed by then stays",
          "in a minute, GET /v1/tape/copies (bora tape copies) lists the remaining ones");
    }
    return decided;
  }

  private static DecidedCopies decided(AdminCall call, Function<UUID, RemovalTable.Ordered> order)
      throws AdminRefusal {
    UUID file = identifier(call.variable("file"));
    int copies = order.apply(file).copies();
    if (copies == 0) {
      throw AdminRefusal.missing(
          NOTHING,
          "no copy without its file has the identifier " + file,
          "GET /v1/tape/copies (bora tape copies) lists them");
    }
    return new DecidedCopies(file, copies);
  }

  private static UUID identifier(String text) throws AdminRefusal {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException other) {
      throw AdminRefusal.mistake(
          NOTHING, "this is no identifier", "GET /v1/tape/copies (bora tape copies) lists them");
    }
  }

  /**
   * The answer to a retry of all failed migrations.
   *
   * @param files how many files are migrated again
   */
  record RetriedFiles(String library, int files) {}

  private RetriedFiles retry(AdminCall call) throws AdminRefusal {
    String library = library(call);
    return new RetriedFiles(library, desk.retry(library));
  }

  private String library(AdminCall call) throws AdminRefusal {
    String library = call.required("library");
    if (!desk.libraries().contains(library)) {
      throw AdminRefusal.missing(
          "there is no tape library '" + library + "'",
          "the configuration names no such one",
          desk.libraries().isEmpty()
              ? "it names none at all"
              : "there are: " + String.join(", ", desk.libraries()));
    }
    return library;
  }

  /** One at a time: it walks through all areas. */
  private TapeForgotten forgotten(AdminCall call) throws AdminRefusal {
    String library = library(call);
    boolean remove = Boolean.parseBoolean(call.parameters().getOrDefault("remove", "false"));
    if (!searching.compareAndSet(false, true)) {
      throw AdminRefusal.conflict(
          NOTHING, "such a search is in progress", "wait until it has ended");
    }
    try {
      return switch (forgotten.find(library, remove)) {
        case ForgottenObjects.Outcome.Unknown(String reason) ->
            throw AdminRefusal.conflict(
                NOTHING, reason, "solve this problem, and search again; see docs/operate/tape.md");
        case ForgottenObjects.Outcome.Found(List<Kept> objects, boolean isAll) ->
            TapeForgotten.of(library, remove, objects, isAll);
      };
    } finally {
      searching.set(false);
    }
  }

  /**
   * The answer when a damaged file on disk is replaced by its tape copy.
   *
   * @param told what was started, as a sentence
   */
  record RefreshedFile(String surl, String told) {}

  private RefreshedFile refreshed(AdminCall call) throws AdminRefusal {
    Surl surl = FileRoutes.surl(call);
    Refresh.Outcome outcome = refresh.refresh(surl);
    if (!outcome.begun()) {
      throw AdminRefusal.conflict(
          "it is not on its way from tape",
          outcome.told(),
          "GET /v1/files (bora surl) shows where it is and who uses it");
    }
    return new RefreshedFile(surl.text(), outcome.told());
  }
}
