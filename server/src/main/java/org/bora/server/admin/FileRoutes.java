package org.bora.server.admin;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.api.word.Surl;
import org.bora.backend.desk.FileDesk;
import org.bora.backend.desk.FileReport;
import org.bora.backend.desk.NameFreeing;
import org.bora.backend.desk.NameFreeing.Freed;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.RequestToken;
import org.bora.server.audit.AuditTail;

/** {@code /v1/files}: where a file is, what holds its name, and how to free the name. */
public final class FileRoutes {
  private static final int LONGEST_SURL = 10_000;

  private final FileDesk desk;
  private final NameFreeing freeing;
  private final AuditTail audit;
  private final BoundedChecks checks;

  public FileRoutes(FileDesk desk, NameFreeing freeing, AuditTail audit, BoundedChecks checks) {
    this.desk = Objects.requireNonNull(desk, "desk");
    this.freeing = Objects.requireNonNull(freeing, "freeing");
    this.audit = Objects.requireNonNull(audit, "audit");
    this.checks = Objects.requireNonNull(checks, "checks");
  }

  /** All of them. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/v1/files", FileAnswer.class, this::look),
        AdminRoute.change("POST", "/v1/files/free", FreedName.class, this::free));
  }

  /** The parameter {@code surl}. */
  static Surl surl(AdminCall call) throws AdminRefusal {
    String text = call.required("surl");
    if (text.length() > LONGEST_SURL || !text.startsWith("srm://")) {
      throw AdminRefusal.mistake(
          "the parameter surl cannot be used",
          "a SURL begins with srm:// and has at most " + LONGEST_SURL + " characters",
          "write it as clients do: srm://HOST/PATH");
    }
    return new Surl(text);
  }

  private static RequestToken request(AdminCall call) throws AdminRefusal {
    String text = call.required("request");
    return RequestToken.parse(text)
        .orElseThrow(
            () ->
                AdminRefusal.mistake(
                    "the parameter request cannot be used",
                    "this is no token of a request",
                    "GET /v1/files shows the token of the put that holds the name"));
  }

  static AdminRefusal noArea() {
    return AdminRefusal.missing(
        "no storage area holds this SURL",
        "its host is not that of this service, or no area begins so",
        "GET /v1/areas lists the paths of all areas");
  }

  /**
   * A file.
   *
   * @param audit lines of this process's audit log that name the file
   */
  record FileAnswer(FileReport file, AuditTail.AuditLines audit) {}

  private FileAnswer look(AdminCall call) throws AdminRefusal {
    Surl surl = surl(call);
    FileReport report = checks.of(() -> desk.look(surl)).orElseThrow(FileRoutes::noArea);
    return new FileAnswer(report, audit.about("surl", surl.text()));
  }

  /**
   * The answer when a name is freed: how the put that held it ended.
   *
   * @param token of the request
   * @param owner subject of the caller that made the request
   * @param state STORED, ABORTED or EXPIRED: how the put ended
   * @param heldSeconds how long the put held the name; absent if the put had already ended
   */
  record FreedName(String token, String owner, String state, Optional<Long> heldSeconds) {}

  private FreedName free(AdminCall call) throws AdminRefusal {
    ChangedBy by = ChangedBy.administrator(call.who().name(), RequestRoutes.reason(call));
    return switch (freeing.free(surl(call), request(call), by)) {
      case Freed.NoArea none -> throw noArea();
      case Freed.NotHeld none ->
          throw AdminRefusal.conflict(
              "nothing was changed",
              "no put holds this name, and the request has no put for it: the name is free",
              "bora surl, or GET /v1/files, shows the file");
      case Freed.HeldByOther(String token, String owner) ->
          throw AdminRefusal.conflict(
              "nothing was changed",
              "another put holds this name by now: request " + token + " of " + owner,
              "check it with GET /v1/files, then repeat the order with its token");
      case Freed.Stuck(String token) ->
          throw new AdminRefusal(
              503,
              "the name is still held by " + token,
              "its storage does not answer",
              "repair the filesystem (the log of this process names what it refused), then try again");
      case Freed.Done(var token, var owner, var state, var held) ->
          new FreedName(token, owner, state, Optional.of(held.toSeconds()));
      case Freed.Over(var token, var owner, var state) ->
          new FreedName(token, owner, state, Optional.empty());
    };
  }
}
