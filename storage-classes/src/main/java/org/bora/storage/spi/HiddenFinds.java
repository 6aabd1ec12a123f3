package org.bora.storage.spi;

import java.time.Instant;
import java.util.function.Consumer;

/** Is told what a walk through an area comes upon: hidden files of uploads, and directories. */
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
