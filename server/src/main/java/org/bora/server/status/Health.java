package org.bora.server.status;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.bora.server.control.SilentProcess;

/**
 * The health of what runs: {@code bora status --json}, {@code GET /v1/health}.
 *
 * @param ready whether something runs, all of it is in service, and nothing is wrong
 * @param processes running processes; exactly one for all-in-one
 * @param home children and endpoint of an all-in-one Bora; absent for a separate frontend or
 *     backend
 */
public record Health(boolean ready, List<ProcessState> processes, Optional<HomeState> home) {
  public Health {
    processes = processes == null ? List.of() : List.copyOf(processes);
  }

  /** Of processes that run alone, as the packages' services do. */
  public static Health of(List<ProcessState> processes) {
    boolean ready = !processes.isEmpty() && processes.stream().allMatch(ProcessState::ready);
    return new Health(ready, processes, Optional.empty());
  }

  /**
   * Asks a process that runs alone; empty where it does not run.
   *
   * @param pid its number, where that is known: then it runs, whether it answers or not
   */
  public static Optional<ProcessState> ask(String name, Optional<Long> pid, Asking process)
      throws IOException {
    try {
      Optional<ProcessState> told = process.state();
      return told.isPresent() || pid.isEmpty()
          ? told
          : Optional.of(
              ProcessState.silent(name, pid, "its socket for commands is not there, see its log"));
    } catch (SilentProcess silent) {
      return Optional.of(ProcessState.silent(name, pid, silent.getMessage()));
    }
  }

  /** Whether anything runs. */
  public boolean runs() {
    return !processes.isEmpty();
  }

  /** For people. */
  public List<String> lines() {
    return home.map(place -> place.lines(processes))
        .orElseGet(
            () -> processes.stream().map(ProcessState::lines).flatMap(List::stream).toList());
  }
}
