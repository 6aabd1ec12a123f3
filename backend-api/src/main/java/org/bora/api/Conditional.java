package org.bora.api;

/**
 * A question that may carry a condition: the change is made only if the file is still the version
 * that the caller has seen. A backend of a release without conditions would ignore the condition
 * and make the change. So a call with a condition has a method name that such a backend rejects
 * ({@link org.bora.api.wire.Methods#CONDITIONAL}).
 */
public interface Conditional {
  /** Whether there is a condition. */
  boolean hasCondition();
}
