package org.bora.api.figures;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts the calls of a process, by operation. The set of operations is fixed, so a client cannot
 * create counters by calling unknown operations. Thread safe.
 */
public final class CallFigures {
  /** Calls whose operation is not known. */
  public static final String UNREADABLE = "unreadable";

  private static final Set<String> GIVE_TURLS =
      Set.of(
          "srmPrepareToGet", "srmPrepareToPut", "srmStatusOfGetRequest", "srmStatusOfPutRequest");

  private final Map<String, OperationFigures> operations = new TreeMap<>();
  private final OperationFigures unreadable = new OperationFigures();
  private final TimeHistogram turls = new TimeHistogram();
  private final CallerCounts callers;
  private final LastErrors errors;
  private final VoCalls vos = new VoCalls();

  /**
   * Starts at zero.
   *
   * @param operations their names in the specification
   * @param callers counts callers
   * @param errors the last errors
   */
  public CallFigures(Collection<String> operations, CallerCounts callers, LastErrors errors) {
    operations.forEach(name -> this.operations.put(name, new OperationFigures()));
    this.operations.put(UNREADABLE, unreadable);
    this.callers = callers;
    this.errors = errors;
  }

  /** The figures of an operation; unknown operations share one. */
  public OperationFigures of(String operation) {
    return operations.getOrDefault(operation, unreadable);
  }

  /** All of them, by name. */
  public Map<String, OperationFigures> operations() {
    return Map.copyOf(operations);
  }

  /** From the arrival of a call to the answer that has its transfer URLs. */
  public TimeHistogram turls() {
    return turls;
  }

  /** Whether an answer to this operation has transfer URLs, where it was done as asked. */
  public static boolean givesTurls(String operation) {
    return GIVE_TURLS.contains(operation);
  }

  /** Who calls. */
  public CallerCounts callers() {
    return callers;
  }

  /** By virtual organisation. */
  public VoCalls vos() {
    return vos;
  }

  /** What went wrong last. */
  public LastErrors errors() {
    return errors;
  }
}
