package org.bora.storage.spi;

import java.time.Instant;
import java.util.function.Consumer;

/** Receives what a walk through an area finds: hidden upload files, and directories. */
@FunctionalInterface
public interface HiddenFinds extends Consumer<FoundUpload> {

  /**
   * A directory below the root, when all that is in it was told of.
   *
   * @param modifiedAt when a name last came or went, or when it was made
   * @param empty whether the walk has found nothing in it, hidden files included. Something may be
   *     in it by now
   */
  default void directory(AreaPath directory, Instant modifiedAt, boolean empty) {}
}
