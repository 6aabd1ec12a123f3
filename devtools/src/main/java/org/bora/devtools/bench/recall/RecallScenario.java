package org.bora.devtools.bench.recall;

import java.util.Comparator;
import java.util.List;
import org.bora.storage.tape.model.Mechanics;

/**
 * The requests of a scenario.
 *
 * @param name a single word
 * @param story a sentence for the reader
 * @param requests by arrival
 */
record RecallScenario(
    String name, String story, Mechanics mechanics, int drives, List<RecallRequest> requests) {

  RecallScenario {
    requests = requests.stream().sorted(Comparator.comparing(RecallRequest::arrives)).toList();
    for (int number = 0; number < requests.size(); number++) {
      if (requests.get(number).number() != number) {
        throw new IllegalArgumentException("requests are numbered by arrival");
      }
    }
  }

  /** How many volumes are needed. */
  long volumes() {
    return requests.stream().map(RecallRequest::volume).distinct().count();
  }

  long callers() {
    return requests.stream().map(RecallRequest::caller).distinct().count();
  }
}
