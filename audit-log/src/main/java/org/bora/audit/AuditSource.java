package org.bora.audit;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The beginning of each line: the writing process, and a number that counts its lines, so that a
 * missing line is noticed.
 */
final class AuditSource {

  private final String host;
  private final String process;
  private final long pid;
  private final AtomicLong lines = new AtomicLong();

  /**
   * @param process {@code bora}, {@code frontend} or {@code backend}
   */
  AuditSource(String host, String process, long pid) {
    this.host = Objects.requireNonNull(host, "host");
    this.process = Objects.requireNonNull(process, "process");
    this.pid = pid;
  }

  void begin(AuditLines lines) {
    lines.number("seq", this.lines.incrementAndGet());
    lines.text("host", host);
    lines.text("process", process);
    lines.number("pid", pid);
  }
}
