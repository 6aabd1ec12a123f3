package org.bora.backend.testing;

/** MariaDB in a container, of the image {@code -Dbora.mariadb.image}. */
public final class MariaDbImage extends DatabaseImage {

  /** What JUnit calls. */
  public MariaDbImage() {
    super("bora.mariadb.image", "mariadb:10.11");
  }
}
