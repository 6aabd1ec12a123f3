package org.bora.server.home;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** Writes the configuration file of a new home: the try grid. */
public final class FirstConfiguration {

  /** What the try grid contains. */
  public enum Kind {
    DISK,
    /** Two more areas on tape. */
    TAPE
  }

  private static final String TEMPLATE = "first-bora.yaml";
  private static final String TAPE = "first-tape.yaml";

  private FirstConfiguration() {}

  /**
   * Tells whether the file was written. One that is there is the administrator's and stays, unless
   * it is, letter by letter, what this wrote for {@link Kind#DISK} and tape is wanted now.
   */
  public static boolean provide(Home home, Kind kind) throws IOException {
    Path file = home.configuration();
    if (Files.exists(file)
        && (kind == Kind.DISK || !Files.readString(file).equals(text(Kind.DISK)))) {
      return false;
    }
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(next, text(kind));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** The whole file. */
  public static String text(Kind kind) throws IOException {
    return kind == Kind.DISK ? resource(TEMPLATE) : resource(TEMPLATE) + tape();
  }

  /** What tape adds: it stands at the end, where the list of areas does. */
  public static String tape() throws IOException {
    return resource(TAPE);
  }

  private static String resource(String name) throws IOException {
    try (InputStream template =
        Objects.requireNonNull(FirstConfiguration.class.getResourceAsStream(name), name)) {
      return new String(template.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
