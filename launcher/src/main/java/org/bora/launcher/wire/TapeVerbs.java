package org.bora.launcher.wire;

import java.util.List;
import java.util.Map;
import org.bora.backend.stage.report.TapeReport;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.tape.TapeJson;
import org.bora.launcher.tape.TapeText;

/** What an administrator can ask of the tape side of a backend that runs. */
final class TapeVerbs {
  private TapeVerbs() {}

  static Map<String, ControlServer.Verb> of(TapeReport report) {
    return Map.of(
        "tape", words -> tape(report, words),
        "alarms", none -> new Answer(true, List.of(Integer.toString(report.alarms()))));
  }

  private static Answer tape(TapeReport report, List<String> words) {
    return new Answer(
        true, words.contains("json") ? TapeJson.lines(report.now()) : TapeText.lines(report.now()));
  }
}
