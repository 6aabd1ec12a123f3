package org.bora.launcher.command.init;

import java.nio.file.Path;

/**
 * A storage area of the new file: clients see it as {@code /name}; its files are below the root.
 */
record FirstArea(String name, Path root) {

  /**
   * Reads {@code NAME=PATH}.
   *
   * @throws IllegalArgumentException with a sentence for the administrator
   */
  static FirstArea of(String text) {
    int at = text.indexOf('=');
    String name = text.substring(0, Math.max(at, 0));
    String root = text.substring(at + 1);
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not NAME=PATH, for example atlas=/storage/atlas; a name has letters, digits,"
              + " dots, hyphens and underscores");
    }
    if (!root.matches("/[^/\\p{Cntrl}][^\\p{Cntrl}]*")) {
      throw new IllegalArgumentException(
          "the directory of area " + name + " must be an absolute path other than /");
    }
    return new FirstArea(name, Path.of(root).normalize());
  }
}
