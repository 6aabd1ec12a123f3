package org.bora.storage.spi;

import java.time.Instant;
import java.util.function.Consumer;

/** Is told what a walk through an area comes upon: hidden files of uploads, and what is empty. */
@FunctionalInterface
public interface HiddenFinds extends Consumer<FoundUpload> {

  /**
   * A directory in which the walk has found nothing, hidden files included. Something may be in it
   * by now.
   *
   * @param modifiedAt when a name last came or went, or when it was made
   */
  default void emptyDirectory(AreaPath directory, Instant modifiedAt) {}
}
