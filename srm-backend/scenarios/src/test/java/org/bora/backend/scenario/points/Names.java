package org.bora.backend.scenario.points;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.bora.api.BackendFailure;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Call;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.points.Deed.Outcome;

/** What the clients of one scenario do to names. */
final class Names {
  private final Stage stage;

  /** What was asked of backend A. */
  private final List<Deed> first = Collections.synchronizedList(new ArrayList<>());

  /** What conditional calls are about, and its content. */
  private Optional<SeenFile> seen = Optional.empty();

  private String old = "";

  Names(Stage stage) {
    this.stage = stage;
  }

  private Deed begin(Backend backend, String what, Deed.Effect effect) {
    Deed deed = stage.history.begin(what, effect);
    if (backend == stage.world.a) {
      first.add(deed);
    }
    return deed;
  }

  private void told(Backend backend, Deed deed, Outcome outcome) {
    if (!backend.site.callerLeft.get()) {
      stage.history.told(deed, outcome);
    }
  }

  /** Another call was answered after backend A was given up: what A was asked changes no more. */
  void firstIsOver() {
    first.forEach(stage.history::over);
  }

  void rm(Backend backend, String name) {
    Deed deed =
        begin(
            backend,
            "rm " + name,
            files -> {
              files.remove(name);
              return true;
            });
    told(backend, deed, rmOutcome(backend, name, Optional.empty()));
  }

  /** Only the version that was {@link #see seen}. */
  void rmSeen(Backend backend, String name) {
    Deed deed = begin(backend, "rm of the old " + name, files -> files.remove(name, old));
    told(backend, deed, rmOutcome(backend, name, seen));
  }

  private Outcome rmOutcome(Backend backend, String name, Optional<SeenFile> only) {
    return outcome(
        () ->
            backend
                .rm
                .rm(Stage.call(backend), new RmRequest(List.of(stage.surl(name)), only))
                .files()
                .getFirst()
                .status()
                .code());
  }

  /** A client looks at a file; what it asks later is about this version and no other. */
  void see(String name) {
    try {
      Path file = stage.onDisk(name);
      old = Files.readString(file);
      seen =
          Optional.of(new SeenFile(Files.size(file), Files.getLastModifiedTime(file).toInstant()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of a file. */
  void mv(Backend backend, String from, String to) {
    Deed deed =
        begin(
            backend,
            "mv " + from + " " + to,
            files -> files.containsKey(from) && moved(files, from, to));
    told(backend, deed, mvOutcome(backend, from, to));
  }

  /** Of the version that was {@link #see seen}, and no other. */
  void mvSeen(Backend backend, String from, String to) {
    Deed deed =
        begin(
            backend,
            "mv of the old " + from + " " + to,
            files -> old.equals(files.get(from)) && moved(files, from, to));
    told(backend, deed, mvOutcome(backend, Stage.call(backend), from, to, seen));
  }

  /** Of a directory, which may be empty. */
  void mvAll(Backend backend, String from, String to) {
    Deed deed = begin(backend, "mv " + from + " " + to, files -> moved(files, from, to));
    told(backend, deed, mvOutcome(backend, from, to));
  }

  /** The frontend asks this backend too what it has asked backend A. */
  void repeated(Backend backend, String from, String to) {
    Outcome outcome = mvOutcome(backend, Stage.call(backend).again(), from, to, seen);
    first.forEach(deed -> stage.history.told(deed, outcome));
  }

  private Outcome mvOutcome(Backend backend, String from, String to) {
    return mvOutcome(backend, Stage.call(backend), from, to, Optional.empty());
  }

  private Outcome mvOutcome(
      Backend backend, Call call, String from, String to, Optional<SeenFile> only) {
    return outcome(
        () ->
            backend
                .mv
                .mv(call, new MvRequest(stage.surl(from), stage.surl(to), only, false, false))
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

  /** With all that is in it. */
  void rmdir(Backend backend, String directory) {
    remove(backend, directory, () -> outcome(() -> removed(backend, directory)));
  }

  /** The same by other means; what was not acknowledged may have removed some. */
  void remove(Backend backend, String directory, Supplier<Outcome> means) {
    Deed whole =
        begin(
            backend,
            "rm -r " + directory,
            files -> {
              files.keySet().removeIf(name -> name.startsWith(directory + "/"));
              return true;
            });
    List<Deed> parts = new ArrayList<>();
    for (String name : stage.files().keySet()) {
      if (name.startsWith(directory + "/")) {
        parts.add(
            begin(
                backend,
                "part of rm -r: " + name,
                files -> {
                  files.remove(name);
                  return true;
                }));
      }
    }
    Outcome outcome = means.get();
    told(backend, whole, outcome);
    // its parts may have gone one by one
    if (!backend.site.callerLeft.get() && outcome == Outcome.DONE) {
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
