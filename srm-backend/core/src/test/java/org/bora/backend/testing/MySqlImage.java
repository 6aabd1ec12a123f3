package org.bora.backend.testing;

/** MySQL in a container, of the image {@code -Dbora.mysql.image}. */
public final class MySqlImage extends DatabaseImage {

  /** What JUnit calls. */
  public MySqlImage() {
    super("bora.mysql.image", "mysql:8.4");
  }
}
