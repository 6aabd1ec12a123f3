package org.bora.launcher.wire;

import java.util.List;
import java.util.Map;
import org.bora.backend.stage.report.TapeReport;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.tape.TapeJson;
import org.bora.launcher.tape.TapeText;

/** What an administrator can ask of the tape side of a backend that runs. */
record TapeVerbs(TapeReport report, RebuildVerb rebuild) {

  Map<String, ControlServer.Verb> all() {
    return Map.of(
        "tape",
        this::tape,
        "alarms",
        none -> new Answer(true, List.of(Integer.toString(report.alarms()))),
        "rebuild",
        rebuild);
  }

  private Answer tape(List<String> words) {
    return new Answer(
        true, words.contains("json") ? TapeJson.lines(report.now()) : TapeText.lines(report.now()));
  }
}
