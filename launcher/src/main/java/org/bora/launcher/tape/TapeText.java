package org.bora.launcher.tape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.report.TapeStatus;

/** The state of tapes in lines for a terminal. */
public final class TapeText {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final int KIBI = 1024;

  private TapeText() {}

  /** All of it; what an administrator must do something about comes last, where it is seen. */
  public static List<String> lines(TapeStatus status) {
    List<String> lines = new ArrayList<>();
    if (status.libraries().isEmpty()) {
      lines.add("no tape library is configured");
    }
    for (TapeStatus.Library library : status.libraries()) {
      library(library, lines);
    }
    if (status.alarms().isEmpty()) {
      lines.add("alarms     none");
    }
    for (Alarm alarm : status.alarms()) {
      lines.add("ALARM      " + alarm.key() + ": " + alarm.text());
      lines.add("           since " + alarm.raised() + ", last seen " + alarm.seen());
    }
    return lines;
  }

  private static void library(TapeStatus.Library library, List<String> lines) {
    lines.add("library    " + library.name() + " (" + library.kind() + ")");
    for (TapeStatus.Drive drive : library.drives()) {
      lines.add(
          "  drive %d  %s%s"
              .formatted(
                  drive.number(),
                  drive.use().orElse("idle"),
                  drive.volume().map(volume -> ", volume " + volume).orElse("")));
    }
    TapeStatus.Migrations waiting = library.migrations();
    lines.add(
        "  to tape  "
            + count(waiting.files(), "file")
            + ", "
            + size(waiting.bytes())
            + ", "
            + waiting.running()
            + " being written"
            + (waiting.failing() > 0 ? ", " + waiting.failing() + " FAILING" : ""));
    for (TapeStatus.FailingFile file : waiting.worst()) {
      lines.add(
          "    %s failed %s: %s"
              .formatted(file.name(), count(file.tries(), "time"), file.reason()));
    }
    TapeStatus.Removals leaving = library.removals();
    if (leaving.copies() > 0) {
      lines.add(
          "  off tape "
              + count(leaving.copies(), "copy", "copies")
              + ", "
              + size(leaving.bytes())
              + (leaving.held() > 0
                  ? ", " + leaving.held() + " HELD: their files vanished, you decide"
                  : "")
              + (leaving.failing() > 0 ? ", " + leaving.failing() + " FAILING" : ""));
    }
  }

  private static String count(long number, String one) {
    return count(number, one, one + "s");
  }

  private static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  /** Three digits or so, in powers of 1,024. */
  static String size(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= KIBI && unit < UNITS.length - 1) {
      value /= KIBI;
      unit++;
    }
    return unit == 0
        ? bytes + " B"
        : String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, UNITS[unit]);
  }
}
