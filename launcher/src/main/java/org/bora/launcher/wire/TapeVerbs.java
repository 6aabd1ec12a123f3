package org.bora.launcher.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.api.word.Surl;
import org.bora.backend.stage.refresh.Refresh;
import org.bora.backend.stage.report.TapeReport;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;
import org.bora.launcher.tape.TapeJson;
import org.bora.launcher.tape.TapeText;

/** What an administrator can ask of the tape side of a backend that runs. */
record TapeVerbs(TapeReport report, DeskVerbs desk, RebuildVerb rebuild, Refresh refresh) {

  Map<String, ControlServer.Verb> all() {
    Map<String, ControlServer.Verb> verbs = new HashMap<>(desk.all());
    verbs.put("tape", this::tape);
    verbs.put("alarms", none -> new Answer(true, List.of(Long.toString(report.alarms()))));
    verbs.put("rebuild", rebuild);
    verbs.put("tape-refresh", this::refresh);
    return verbs;
  }

  /** The only argument is a SURL; names may have blanks in them. */
  private Answer refresh(List<String> words) {
    Refresh.Outcome outcome = refresh.refresh(new Surl(String.join(" ", words)));
    return new Answer(outcome.begun(), List.of(outcome.told()));
  }

  private Answer tape(List<String> words) {
    return new Answer(
        true, words.contains("json") ? TapeJson.lines(report.now()) : TapeText.lines(report.now()));
  }
}
