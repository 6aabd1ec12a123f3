package org.bora.backend.stage.migration;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Adler32;
import org.bora.storage.spi.Residences.Pace;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeFile;

/** Computes the SHA-256 of a file before it is copied, if the site wants one on its copies. */
final class StrongSum {
  private static final int PIECE = 1 << 20;

  private StrongSum() {}

  /**
   * Reads the file. The ADLER32 is taken from the same bytes, so that the sum cannot be that of
   * another file which has the name by now; MISSING where they differ.
   */
  static String of(TapeFile file, Pace pace) throws StorageException {
    MessageDigest digest = digest();
    Adler32 adler = new Adler32();
    byte[] piece = new byte[PIECE];
    try (InputStream in = Files.newInputStream(Path.of(file.path()))) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        digest.update(piece, 0, read);
        adler.update(piece, 0, read);
        pace.read(read);
      }
    } catch (StorageException stopped) {
      throw stopped;
    } catch (IOException e) {
      throw new StorageException(Reason.IO, "it cannot be read for its SHA-256: " + e);
    }
    if (!HexFormat.of().toHexDigits((int) adler.getValue()).equals(file.adler32())) {
      throw new StorageException(Reason.MISSING, "another file had its name for a moment");
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
