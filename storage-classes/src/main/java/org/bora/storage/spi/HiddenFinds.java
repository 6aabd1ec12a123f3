package org.bora.storage.spi;

import java.time.Instant;
import java.util.function.Consumer;

/** Receives what a walk through an area finds: hidden upload files, and directories. */
@FunctionalInterface
public interface HiddenFinds extends Consumer<FoundUpload> {

  /**
   * A directory below the root, after all its entries.
   *
   * @param modifiedAt when its names last changed, or when it was created
   * @param empty whether the walk has found no entry in it, including hidden files. It may have
   *     entries by now
   */
  default void directory(AreaPath directory, Instant modifiedAt, boolean empty) {}
}
