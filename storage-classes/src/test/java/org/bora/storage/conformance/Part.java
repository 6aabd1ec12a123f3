package org.bora.storage.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.bora.storage.spi.AreaTree;

/** A part of the suite, seeing the area that the outer test opened. */
abstract class Part {
  abstract FileSystemDriverConformance area();

  final AreaTree tree() {
    return area().tree;
  }

  final Scratch scratch() {
    return area().scratch;
  }

  /** For what can go wrong only, or be guaranteed only, where names are exchanged. */
  final void needsExchange() {
    assumeTrue(area().exchanges(), "this filesystem has no RENAME_EXCHANGE");
  }

  final Path inArea(String name) {
    return scratch().area().resolve(name);
  }
}
