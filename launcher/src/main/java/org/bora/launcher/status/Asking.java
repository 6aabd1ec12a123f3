package org.bora.launcher.status;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.launcher.control.Answer;
import org.bora.launcher.control.ControlServer;

/** A process that can be asked by the verbs of its socket, from outside or by itself. */
@FunctionalInterface
public interface Asking {

  /** What it says; empty where it does not run, or does not know the verb. */
  Optional<Answer> ask(String verb, String... words) throws IOException;

  /** What a verb says that not every process has. */
  default List<String> told(String verb, String... words) throws IOException {
    return ask(verb, words).filter(Answer::done).map(Answer::lines).orElse(List.of());
  }

  /** A process that asks itself. */
  static Asking of(Map<String, ControlServer.Verb> verbs) {
    return (verb, words) ->
        Optional.ofNullable(verbs.get(verb)).map(known -> known.run(List.of(words)));
  }
}
