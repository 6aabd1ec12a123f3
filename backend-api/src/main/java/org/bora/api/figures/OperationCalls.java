package org.bora.api.figures;

import java.util.Objects;

/**
 * Calls of one operation that ended alike.
 *
 * @param total since the process began
 * @param perSecond lately
 */
public record OperationCalls(String operation, CallResult result, long total, double perSecond) {
  public OperationCalls {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(result, "result");
  }
}
