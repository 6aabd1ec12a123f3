package org.bora.server.audit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;
import org.bora.audit.AuditLog;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditedCalls;
import org.bora.backend.audit.CallAudit;
import org.bora.backend.operation.copy.CopyAudit;
import org.bora.backend.operation.copy.CopyEnds;
import org.bora.door.audit.AccessAudit;
import org.bora.door.audit.QueuedRefusals;
import org.bora.door.audit.RefusedVisits;
import org.bora.door.gsi.door.Refusals;

/**
 * The audit log of this process and its writers. It is opened before the first call is served, and
 * closed after the last.
 */
public final class AuditParts implements AutoCloseable {

  /** For a disk that hangs when all is stopped. */
  private static final Duration LAST_REFUSALS = Duration.ofSeconds(5);

  private final AuditSettings settings;
  private final Optional<AuditLog> log;
  private final Optional<QueuedRefusals> refusals;
  private final AuditTail tail;

  private AuditParts(AuditSettings settings, Optional<AuditLog> log, Optional<Path> file) {
    this.tail = new AuditTail(file);
    this.settings = settings;
    this.log = log;
    this.refusals =
        log.map(kept -> new RefusedVisits(kept, System::nanoTime))
            .map(visits -> new QueuedRefusals(visits, LAST_REFUSALS));
  }

  /**
   * Opens it.
   *
   * @param directory of the ordinary log
   * @param process {@code bora}, {@code frontend} or {@code backend}
   * @param timer looks after the file
   * @throws IOException with a sentence for the administrator
   */
  public static AuditParts open(
      AuditSettings settings, Path directory, String process, ScheduledExecutorService timer)
      throws IOException {
    Objects.requireNonNull(process, "process");
    if (!settings.enabled()) {
      return new AuditParts(settings, Optional.empty(), Optional.empty());
    }
    Path where = settings.directory().orElse(directory);
    AuditLog.Place place = new AuditLog.Place(where, host(), process);
    AuditLog log = AuditLog.open(settings, place, Clock.systemUTC(), System::nanoTime, timer);
    return new AuditParts(settings, Optional.of(log), Optional.of(place.file()));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "unknown";
    }
  }

  /** Where lines go. */
  public AuditTrail trail() {
    return log.<AuditTrail>map(kept -> kept).orElseGet(AuditTrail::off);
  }

  /** The log itself; empty if there is none. */
  public Optional<AuditLog> log() {
    return log;
  }

  /** The last of its lines, to be looked through. */
  public AuditTail tail() {
    return tail;
  }

  /** Is told of the calls of a backend. */
  public CallAudit calls() {
    return new CallAudit(told());
  }

  /** Is told of the calls of a frontend. */
  public AccessAudit accesses() {
    return new AccessAudit(told());
  }

  /** Is told how copies ended. */
  public CopyEnds copies() {
    return new CopyAudit(trail());
  }

  private AuditedCalls told() {
    return new AuditedCalls(trail(), settings.polls(), System::nanoTime);
  }

  /** Is told of those whom the door sends away. */
  public Refusals refusals() {
    return refusals.<Refusals>map(queue -> queue).orElse((_, _) -> {});
  }

  /** Why nothing can be served just now; empty where it can. */
  public Optional<String> trouble() {
    return settings.onFailure() == AuditSettings.OnFailure.REFUSE
        ? log.flatMap(AuditLog::trouble)
        : Optional.empty();
  }

  /** What an administrator can order of it. */
  public List<AdminRoute> routes() {
    return log.stream()
        .map(kept -> AdminRoute.rescue("POST", "/v1/audit/reopen", call -> reopen(kept)))
        .toList();
  }

  private static AdminReply reopen(AuditLog kept) throws AdminRefusal {
    try {
      kept.reopen();
      return AdminReply.told(List.of("a new audit log begins"));
    } catch (IOException e) {
      throw AdminRefusal.conflict(
          "the old file is still written to",
          "the audit log cannot be opened again: " + e,
          "check its directory and the free disk space, then try again");
    }
  }

  @Override
  public void close() throws IOException {
    refusals.ifPresent(QueuedRefusals::close);
    if (log.isPresent()) {
      log.get().close();
    }
  }
}
