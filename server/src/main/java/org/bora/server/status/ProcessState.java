package org.bora.server.status;

import static org.bora.server.text.Amounts.duration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.figures.LinkFigures;
import org.bora.server.drain.DrainState;
import org.bora.server.drain.ServiceState;

/**
 * What a process reports about itself: {@code GET /v1/status}.
 *
 * @param process bora, frontend or backend
 * @param pid its pid; absent if another process reports and does not know it
 * @param version of Bora; absent if unknown
 * @param started time of the start; absent if unknown
 * @param upSeconds time since the start
 * @param drain whether it is in service; absent if it does not answer
 * @param troubles why it is not ready, or what does not work; empty if all is well
 * @param calls of a frontend
 * @param alarms of the tape systems that an administrator has not settled
 * @param backends of a frontend, as it sees them
 * @param certificates when they expire
 */
public record ProcessState(
    String process,
    Optional<Long> pid,
    Optional<String> version,
    Optional<Instant> started,
    long upSeconds,
    Optional<DrainState> drain,
    List<Trouble> troubles,
    Optional<CallState> calls,
    long alarms,
    List<LinkFigures> backends,
    List<CertificateState> certificates) {
  private static final String LINE = "%-9s %s";

  public ProcessState {
    Objects.requireNonNull(process, "process");
    troubles = troubles == null ? List.of() : List.copyOf(troubles);
    backends = backends == null ? List.of() : List.copyOf(backends);
    certificates = certificates == null ? List.of() : List.copyOf(certificates);
  }

  /** One that runs and does not tell of itself. */
  static ProcessState silent(String process, Optional<Long> pid, String why) {
    return new ProcessState(
        process,
        pid,
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        List.of(new Trouble("process", why)),
        Optional.empty(),
        0,
        List.of(),
        List.of());
  }

  /** Whether it is in service and lacks nothing. */
  public boolean ready() {
    return isServing() && troubles.isEmpty();
  }

  boolean isServing() {
    return drain.filter(now -> now.state().equals(ServiceState.SERVING.word())).isPresent();
  }

  /** For people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        LINE.formatted(
            process,
            pid.map(number -> "process " + number + "  ").orElse("")
                + drain.map(DrainState::line).orElse("does not answer")));
    troubles.forEach(trouble -> lines.add(more("problem: " + trouble.text())));
    expiring().forEach(line -> lines.add(more("warning: " + line)));
    backends.forEach(each -> lines.add(more(line(each))));
    calls.stream().flatMap(all -> all.lines().stream()).forEach(line -> lines.add(more(line)));
    if (alarms > 0) {
      lines.add(LINE.formatted("alarms", alarms + ", see bora tape"));
    }
    return lines;
  }

  /** A line for each certificate or revocation list that must be renewed soon. */
  List<String> expiring() {
    return certificates.stream()
        .filter(CertificateState::isDue)
        .map(CertificateState::line)
        .toList();
  }

  private static String line(LinkFigures backend) {
    if (backend.ready()) {
      return "backend %s ready for %s, %d calls in hand"
          .formatted(backend.backend(), duration(backend.seconds()), backend.outstanding());
    }
    String why = backend.trouble().isEmpty() ? "being connected" : backend.trouble();
    return "backend %s not usable for %s: %s"
        .formatted(backend.backend(), duration(backend.seconds()), why);
  }

  private static String more(String line) {
    return LINE.formatted("", line);
  }
}
