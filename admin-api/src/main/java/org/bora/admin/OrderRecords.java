package org.bora.admin;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.bora.api.word.LogText;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the audit log is told of orders: one line before anything is done, so that nothing is ever
 * done without one, and one of what became of it. Thread safe; blocks for as long as a write to a
 * local file takes.
 */
final class OrderRecords {
  private static final Logger LOG = LoggerFactory.getLogger(OrderRecords.class);

  /** Of the path of an order and its parameters; the SURL, which may be long, stands apart. */
  private static final int LONGEST_DETAIL = 2_000;

  /** The longest that is understood, a ban with its reason, has about half of it. */
  private static final int LONGEST_BODY = 2_000;

  private static final String SURL = "surl";

  private final AuditTrail trail;
  private final AtomicLong orders = new AtomicLong();

  OrderRecords(AuditTrail trail) {
    this.trail = Objects.requireNonNull(trail, "trail");
  }

  /**
   * To be told before an order is carried out.
   *
   * @return its number in this process
   * @throws AdminRefusal it cannot be recorded, and so is not to be done
   */
  long begin(AdminCall call) throws AdminRefusal {
    long order = orders.incrementAndGet();
    if (trail.isOn()) {
      try {
        trail.check();
        trail.write(whole(call, order).text("outcome", "begun").end());
      } catch (AuditUnavailable unwritten) {
        AdminRefusal refused = unrecorded();
        write(call, outcome(brief(call, order), refused.reply()));
        throw refused;
      }
    }
    return order;
  }

  private static AdminRefusal unrecorded() {
    return new AdminRefusal(
        503,
        "nothing was changed",
        "the audit log of this process cannot be written, and nothing is ordered without it",
        "free disk space for it (the log of this process names the file), or set audit.on-failure to continue");
  }

  /**
   * Records the result. The order is already in the log: if the result cannot be written now, it is
   * kept and written later, and the administrator still gets the true result.
   */
  void end(AdminCall call, long order, AdminReply reply) {
    if (trail.isOn()) {
      boolean refused = !reply.isDone() && reply.status() < 500;
      write(call, outcome(refused ? brief(call, order) : whole(call, order), reply));
    }
  }

  /**
   * Records an order that was not begun: the caller, the order and the reason, but not its body.
   */
  void refused(AdminCall call, AdminReply reply) {
    if (trail.isOn()) {
      write(call, outcome(brief(call, orders.incrementAndGet()), reply));
    }
  }

  private void write(AdminCall call, AuditLines lines) {
    try {
      trail.write(lines.end());
    } catch (AuditUnavailable unwritten) {
      LOG.error(
          "the end of {} by {} is not in the audit log: {}",
          name(call),
          call.who(),
          unwritten.getMessage());
    }
  }

  private static AuditLines outcome(AuditLines lines, AdminReply reply) {
    lines
        .text("outcome", reply.isDone() ? "done" : reply.status() >= 500 ? "failed" : "refused")
        .number("status", reply.status());
    List<?> answer = reply.problem().<List<?>>map(List::of).orElseGet(reply::lines);
    return answer.isEmpty() ? lines : lines.texts("answer", answer);
  }

  private AuditLines about(AdminCall call, long order) {
    return trail
        .lines()
        .begin("command")
        .text("op", "api")
        .number("order", order)
        .exact("by", call.who().name());
  }

  private AuditLines brief(AdminCall call, long order) {
    return about(call, order).text("detail", call.method() + " " + call.path());
  }

  private AuditLines whole(AdminCall call, long order) {
    AuditLines lines = about(call, order).text("detail", detail(call), LONGEST_DETAIL);
    call.parameter(SURL).ifPresent(surl -> lines.surl(SURL, surl));
    return call.body().text().isEmpty()
        ? lines
        : lines.text("body", call.body().text(), LONGEST_BODY);
  }

  private static String detail(AdminCall call) {
    String parameters =
        call.parameters().entrySet().stream()
            .filter(one -> !one.getKey().equals(SURL))
            .sorted(Map.Entry.comparingByKey())
            .map(one -> " " + one.getKey() + "=" + one.getValue())
            .collect(Collectors.joining());
    return call.method() + " " + call.path() + parameters;
  }

  private static String name(AdminCall call) {
    return LogText.of(call.method() + " " + call.path());
  }
}
