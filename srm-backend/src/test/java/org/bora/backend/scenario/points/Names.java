package org.bora.backend.scenario.points;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.points.Deed.Outcome;

/** What the clients of one scenario do to names. */
final class Names {
  private final Stage stage;

  Names(Stage stage) {
    this.stage = stage;
  }

  void rm(Backend backend, String name) {
    Deed deed =
        stage.history.begin(
            "rm " + name,
            files -> {
              files.remove(name);
              return true;
            });
    stage.history.told(
        deed,
        outcome(
            () ->
                backend
                    .rm
                    .rm(Stage.call(backend), new RmRequest(List.of(stage.surl(name))))
                    .files()
                    .getFirst()
                    .status()
                    .code()));
  }

  /** Of a file. */
  void mv(Backend backend, String from, String to) {
    Deed deed =
        stage.history.begin(
            "mv " + from + " " + to, files -> files.containsKey(from) && moved(files, from, to));
    stage.history.told(deed, mvOutcome(backend, from, to));
  }

  /** Of a directory, which may be empty. */
  void mvAll(Backend backend, String from, String to) {
    Deed deed = stage.history.begin("mv " + from + " " + to, files -> moved(files, from, to));
    stage.history.told(deed, mvOutcome(backend, from, to));
  }

  private Outcome mvOutcome(Backend backend, String from, String to) {
    return outcome(
        () ->
            backend
                .mv
                .mv(Stage.call(backend), new MvRequest(stage.surl(from), stage.surl(to)))
                .status()
                .code());
  }

  private static boolean moved(Map<String, String> files, String from, String to) {
    Map<String, String> moving = new TreeMap<>();
    files.forEach(
        (name, content) -> {
          if (name.equals(from) || name.startsWith(from + "/")) {
            moving.put(to + name.substring(from.length()), content);
          }
        });
    if (moving.keySet().stream().anyMatch(files::containsKey)) {
      return false;
    }
    files.keySet().removeIf(name -> name.equals(from) || name.startsWith(from + "/"));
    files.putAll(moving);
    return true;
  }

  /** With all that is in it; what was not acknowledged may have removed some. */
  void rmdir(Backend backend, String directory) {
    Deed whole =
        stage.history.begin(
            "rm -r " + directory,
            files -> {
              files.keySet().removeIf(name -> name.startsWith(directory + "/"));
              return true;
            });
    List<Deed> parts = new ArrayList<>();
    for (String name : stage.files().keySet()) {
      if (name.startsWith(directory + "/")) {
        parts.add(
            stage.history.begin(
                "part of rm -r: " + name,
                files -> {
                  files.remove(name);
                  return true;
                }));
      }
    }
    Outcome outcome = outcome(() -> removed(backend, directory));
    stage.history.told(whole, outcome);
    // its parts may have gone one by one
    if (outcome == Outcome.DONE) {
      parts.forEach(stage.history::over);
    }
  }

  private SrmStatus removed(Backend backend, String directory) {
    return backend
        .rmdir
        .rmdir(Stage.call(backend), new RmdirRequest(stage.surl(directory), true))
        .status()
        .code();
  }

  private static Outcome outcome(Supplier<SrmStatus> call) {
    try {
      return switch (call.get()) {
        case SUCCESS -> Outcome.DONE;
        case INTERNAL_ERROR, FAILURE -> Outcome.UNKNOWN;
        default -> Outcome.REFUSED;
      };
    } catch (BackendFailure e) {
      return Outcome.UNKNOWN;
    }
  }

  /** Removes whatever the scenario has left; false where that is refused. */
  boolean clear(Backend backend) {
    return outcome(() -> removed(backend, "")) == Outcome.DONE;
  }
}
