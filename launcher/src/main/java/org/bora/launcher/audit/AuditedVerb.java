package org.bora.launcher.audit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bora.audit.AuditLines;
import org.bora.audit.AuditTrail;
import org.bora.audit.AuditUnavailable;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.publish.PublishVerb;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A verb of the administrator's, and two {@code command} lines of the audit log for every use of
 * it: one before it does anything, and one with what came of it, before it is answered. A command
 * is obeyed whether they can be written or not: it may be the one that mends it.
 */
public final class AuditedVerb implements ControlServer.Verb {
  private static final Logger LOG = LoggerFactory.getLogger(AuditedVerb.class);

  /**
   * Verbs that only ask, or tell the audit log by themselves. What starts and watches a backend
   * asks for its health every few seconds.
   */
  private static final Set<String> ASKING = Set.of("api", "health", PublishVerb.NAME);

  private final String name;
  private final ControlServer.Verb verb;
  private final AuditTrail trail;

  private AuditedVerb(String name, ControlServer.Verb verb, AuditTrail trail) {
    this.name = Objects.requireNonNull(name, "name");
    this.verb = Objects.requireNonNull(verb, "verb");
    this.trail = Objects.requireNonNull(trail, "trail");
  }

  /**
   * All verbs; those that change something are audited, also new ones that this class does not
   * know.
   */
  public static Map<String, ControlServer.Verb> all(
      Map<String, ControlServer.Verb> verbs, AuditTrail trail) {
    Map<String, ControlServer.Verb> audited = new HashMap<>(verbs);
    if (trail.isOn()) {
      audited.replaceAll(
          (name, verb) -> ASKING.contains(name) ? verb : new AuditedVerb(name, verb, trail));
    }
    return audited;
  }

  @Override
  public Answer run(List<String> arguments) {
    tell(arguments, "begun", List.of());
    try {
      Answer answer = verb.run(arguments);
      tell(arguments, answer.done() ? "done" : "refused", answer.lines());
      return answer;
    } catch (RuntimeException surprise) {
      tell(arguments, "failed", List.of(surprise.toString()));
      throw surprise;
    }
  }

  private void tell(List<String> arguments, String outcome, List<String> told) {
    AuditLines lines = trail.lines().begin("command").text("op", name);
    if (!arguments.isEmpty()) {
      lines.name("detail", String.join(" ", arguments));
    }
    lines.text("outcome", outcome);
    try {
      trail.write((told.isEmpty() ? lines : lines.texts("answer", told)).end());
    } catch (AuditUnavailable e) {
      LOG.error("{} {} {}: {}", name, String.join(" ", arguments), outcome, e.getMessage());
    }
  }
}
