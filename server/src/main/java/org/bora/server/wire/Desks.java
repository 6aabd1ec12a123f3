package org.bora.server.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.bora.admin.AdminRoute;
import org.bora.api.Backend;
import org.bora.backend.accesskey.AccessKeyDesk;
import org.bora.backend.accesskey.AccessKeySettings;
import org.bora.backend.desk.Bans;
import org.bora.backend.desk.CallerDesk;
import org.bora.backend.desk.EntryDesk;
import org.bora.backend.desk.FileDesk;
import org.bora.backend.desk.NameFreeing;
import org.bora.backend.desk.RecallDesk;
import org.bora.backend.desk.RequestDesk;
import org.bora.backend.space.AreaReport;
import org.bora.server.admin.AccessKeyRoutes;
import org.bora.server.admin.BanRoutes;
import org.bora.server.admin.BoundedChecks;
import org.bora.server.admin.DeskRoutes;
import org.bora.server.admin.EntryRoutes;
import org.bora.server.admin.FileRoutes;
import org.bora.server.admin.QuotaRoutes;
import org.bora.server.admin.RequestRoutes;
import org.bora.server.admin.RunningConfiguration;
import org.bora.server.audit.AuditTail;
import org.bora.server.status.Trouble;

/** The desks of a backend, which answer questions and orders of administrators. */
record Desks(Bans bans, AccessKeyDesk keys, Ground ground, TapeParts tape, Executor looks) {

  /** As long as a browser's user waits, and longer than a filesystem may be silent for a moment. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int LOOKS = 8;

  Desks {
    Objects.requireNonNull(bans, "bans");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(ground, "ground");
    Objects.requireNonNull(tape, "tape");
    Objects.requireNonNull(looks, "looks");
  }

  /**
   * @param looks runs looks at files, which may hang with their filesystem
   */
  static Desks of(AccessKeySettings accessKeys, Ground ground, TapeParts tape, Executor looks) {
    AccessKeyDesk keys =
        new AccessKeyDesk(ground.transactions(), ground.tokens(), ground.vault(), accessKeys);
    return new Desks(ground.bans(), keys, ground, tape, looks);
  }

  /** What keeps access keys from being used. */
  List<Trouble> troubles() {
    return keys.trouble().map(why -> new Trouble("process", why)).stream().toList();
  }

  /**
   * All administrative routes of a backend.
   *
   * @param backend executes calls as for the owners of requests
   */
  List<AdminRoute> routes(Backend backend, AuditTail audit, RunningConfiguration configuration) {
    List<AdminRoute> routes = new ArrayList<>();
    routes.addAll(
        new RequestRoutes(
                new RequestDesk(ground.transactions(), ground.tokens()),
                backend,
                audit,
                ground.clock())
            .all());
    FileDesk files = new FileDesk(ground.transactions(), ground.locator(), ground.tokens());
    NameFreeing freeing =
        new NameFreeing(
            ground.transactions(), ground.locator(), ground.putEnding(), ground.tokens());
    BoundedChecks checks = new BoundedChecks(looks, PATIENCE, LOOKS);
    routes.addAll(new FileRoutes(files, freeing, audit, checks).all());
    EntryDesk entries =
        new EntryDesk(ground.transactions(), ground.locator(), ground.tokens(), files);
    routes.addAll(new EntryRoutes(entries, ground.locator(), checks).all());
    routes.addAll(new BanRoutes(bans, configuration).all());
    routes.addAll(new AccessKeyRoutes(keys).all());
    routes.addAll(new QuotaRoutes(ground.locator(), ground.transactions(), ground.quotas()).all());
    DeskRoutes.Reports reports =
        new DeskRoutes.Reports(
            new AreaReport(ground.transactions(), ground.locator(), ground.clock()),
            tape.view().report(),
            new RecallDesk(ground.transactions(), ground.tokens()),
            new CallerDesk(ground.transactions(), ground.tokens()),
            ground.gridFtp());
    routes.addAll(new DeskRoutes(reports).all());
    routes.addAll(tape.routes().all());
    return routes;
  }
}
