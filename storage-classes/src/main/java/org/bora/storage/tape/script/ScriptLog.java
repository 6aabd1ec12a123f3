package org.bora.storage.tape.script;

import org.bora.storage.tape.wire.TapeJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log lines of a command, limited in number. */
final class ScriptLog {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptLog.class);
  private static final int MAX_LINES = 1_000;
  private static final int MAX_JUNK = 100;

  private final String run;
  private long complaints;
  private long junk;
  private String lastComplaint = "";

  /**
   * @param run names library, operation and process
   */
  ScriptLog(String run) {
    this.run = run;
  }

  /** A line of standard error. */
  void complained(BoundedLines.Line line) {
    String text = TapeJson.printable(line.text());
    if (!text.isEmpty()) {
      lastComplaint = text;
    }
    if (++complaints <= MAX_LINES) {
      LOG.info("{}: {}", run, text);
    }
  }

  /** A line of standard output that is not a report, or has no effect. */
  void ignored(BoundedLines.Line line, String why) {
    if (++junk <= MAX_JUNK) {
      LOG.warn("{}: ignored: {}: {}", run, why, TapeJson.printable(line.text()));
    }
  }

  /** The last that it wrote to standard error, after a colon; empty text where it wrote nothing. */
  String lastWords() {
    return lastComplaint.isEmpty() ? "" : ": " + lastComplaint;
  }

  /** Logs the number of omitted lines. */
  void close(String ending, boolean asExpected) {
    if (complaints > MAX_LINES || junk > MAX_JUNK) {
      LOG.warn(
          "{}: {} lines of standard error and {} ignored lines were left out of the log",
          run,
          Math.max(0, complaints - MAX_LINES),
          Math.max(0, junk - MAX_JUNK));
    }
    if (asExpected) {
      LOG.debug("{} {}", run, ending);
    } else {
      LOG.error("{} {}{}", run, ending, lastWords());
    }
  }
}
