package org.bora.launcher.home;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;

/** Writes the configuration file of a home that has none: the try grid. */
public final class FirstConfiguration {
  private static final String TEMPLATE = "first-bora.yaml";

  private FirstConfiguration() {}

  /** Tells whether the file was written; one that is there is the administrator's and stays. */
  public static boolean writeIfAbsent(Home home) throws IOException {
    Path file = home.configuration();
    if (Files.exists(file)) {
      return false;
    }
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (InputStream template =
        Objects.requireNonNull(FirstConfiguration.class.getResourceAsStream(TEMPLATE), TEMPLATE)) {
      Files.writeString(next, new String(template.readAllBytes(), StandardCharsets.UTF_8));
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }
}
