package org.bora.api.space;

import java.util.Objects;
import org.bora.api.word.RetentionPolicyInfo;

/** The sizes and lifetimes of a space. Sizes are in bytes, lifetimes in seconds; -1: for ever. */
public record SpaceFigures(
    RetentionPolicyInfo retention,
    String owner,
    long total,
    long guaranteed,
    long unused,
    int lifetimeAssigned,
    int lifetimeLeft) {

  public SpaceFigures {
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(owner, "owner");
  }
}
