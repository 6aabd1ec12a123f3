package org.bora.backend.locate;

/** Who owns the tokens, pins and reservations of an area. */
public enum OwnerRule {
  /** The certificate subject that made the request. */
  DN,
  /**
   * To everyone with the same primary FQAN, group and role: the shifts of a production team. A
   * caller whose primary FQAN has no role shares nothing: theirs belong to their subject alone.
   */
  ROLE
}
