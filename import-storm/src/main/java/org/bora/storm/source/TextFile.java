package org.bora.storm.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads files that an administrator has named. */
final class TextFile {
  /** A thousand times what the largest sites have. */
  private static final long MOST_BYTES = 64L << 20;

  private TextFile() {}

  static byte[] bytes(Path file) throws UnreadableSource {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new UnreadableSource(
            file + ": is larger than " + (MOST_BYTES >> 20) + " MiB: is this the right file?");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException none) {
      throw new UnreadableSource(file + ": does not exist; name a copy of StoRM's file");
    } catch (AccessDeniedException closed) {
      throw new UnreadableSource(
          file + ": is not readable for this user; run as root, or name a copy");
    } catch (IOException failure) {
      throw new UnreadableSource(file + ": cannot be read: " + failure.getMessage());
    }
  }

  static String[] lines(Path file) throws UnreadableSource {
    return new String(bytes(file), StandardCharsets.UTF_8).split("\r?\n", -1);
  }
}
