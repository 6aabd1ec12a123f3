package org.bora.backend.authorise;

import java.util.Objects;
import org.bora.api.word.Caller;

/** Records how callers are mapped, for the audit log ({@link Rulings}). */
public final class NotedMapping implements Mapping {

  private final Mapping mapping;

  public NotedMapping(Mapping mapping) {
    this.mapping = Objects.requireNonNull(mapping, "mapping");
  }

  @Override
  public Mapped map(Caller caller) {
    Mapped mapped = mapping.map(caller);
    if (mapped instanceof Mapped.To(var _, String account)) {
      Rulings.noteAccount(account);
    }
    return mapped;
  }

  @Override
  public Mapped known(Caller someone) {
    return mapping.known(someone);
  }
}
