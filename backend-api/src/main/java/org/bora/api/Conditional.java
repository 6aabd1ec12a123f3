package org.bora.api;

/**
 * A question that may ask for something to be done only where what is there is what the caller has
 * seen. A backend of a release that does not know the condition would pass over it and do the rest,
 * so where there is one the call goes under a name that such a backend turns away ({@link
 * org.bora.api.wire.Methods#CONDITIONAL}).
 */
public interface Conditional {
  /** Whether there is a condition. */
  boolean hasCondition();
}
