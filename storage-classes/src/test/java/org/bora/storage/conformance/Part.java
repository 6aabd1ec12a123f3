package org.bora.storage.conformance;

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

  final Path inArea(String name) {
    return scratch().area().resolve(name);
  }
}
