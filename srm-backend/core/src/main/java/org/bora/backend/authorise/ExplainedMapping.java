package org.bora.backend.authorise;

import org.bora.api.word.Caller;

/** A mapping that tells administrators what it does. */
public interface ExplainedMapping extends Mapping {

  /** The account and why, or why there is none, in one line; changes nothing, leases nothing. */
  String explain(Caller caller);
}
