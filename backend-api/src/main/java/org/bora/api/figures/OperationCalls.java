package org.bora.api.figures;

import java.util.Objects;

/**
 * Calls of one operation with the same result.
 *
 * @param total since the process began
 * @param perSecond recent rate
 */
public record OperationCalls(String operation, CallResult result, long total, double perSecond) {
  public OperationCalls {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(result, "result");
  }
}
