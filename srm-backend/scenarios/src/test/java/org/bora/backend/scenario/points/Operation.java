package org.bora.backend.scenario.points;

import java.util.List;
import java.util.function.Function;

/**
 * One thing that a backend does, and what may happen beside it.
 *
 * @param onTape whether the area's files go to tape
 * @param quotas whether users have quotas in the area
 * @param prepare what is there before it
 * @param run the operation, on the backend to which things happen
 * @param scripts what others do meanwhile; each is tried at each point with each fault
 */
record Operation<T>(
    String name,
    boolean onTape,
    boolean quotas,
    Function<Stage, T> prepare,
    Script.Act<T> run,
    List<Script<T>> scripts) {

  /** Without quotas. */
  Operation(
      String name,
      boolean onTape,
      Function<Stage, T> prepare,
      Script.Act<T> run,
      List<Script<T>> scripts) {
    this(name, onTape, false, prepare, run, scripts);
  }
}
