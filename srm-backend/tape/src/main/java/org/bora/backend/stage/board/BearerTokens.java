package org.bora.backend.stage.board;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The tokens of pullers, one per line of a file that only its owner may read; lines that begin with
 * {@code #} are comments. The file is read at every use, so tokens can be changed without a
 * restart. Thread safe.
 */
public final class BearerTokens {
  private static final int LEAST_CHARACTERS = 32;
  private static final int MOST_FILE_BYTES = 64 << 10;

  private final Path file;

  public BearerTokens(Path file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /**
   * Looks whether the file can be used.
   *
   * @throws IOException with a sentence for the administrator
   */
  public void check() throws IOException {
    read();
  }

  /**
   * Whether a word is one of them; takes the same time for every wrong one.
   *
   * @throws IOException the file cannot be used: no token is known
   */
  boolean isKnown(String word) throws IOException {
    byte[] shown = digest(word);
    boolean known = false;
    for (String token : read()) {
      known |= MessageDigest.isEqual(shown, digest(token));
    }
    return known;
  }

  private List<String> read() throws IOException {
    try {
      return readFile();
    } catch (NoSuchFileException missing) {
      throw new IOException(
          "the token file "
              + file
              + " is missing: (umask 077; openssl rand -hex 32 > "
              + file
              + ") makes it, as the account of this process",
          missing);
    } catch (AccessDeniedException closed) {
      throw new IOException(
          "the token file " + file + " cannot be read: give it to the account of this process",
          closed);
    }
  }

  private List<String> readFile() throws IOException {
    Set<PosixFilePermission> others = EnumSet.copyOf(Files.getPosixFilePermissions(file));
    others.remove(PosixFilePermission.OWNER_READ);
    others.remove(PosixFilePermission.OWNER_WRITE);
    if (!others.isEmpty()) {
      throw new IOException(
          "the token file "
              + file
              + " may be read or written by its owner alone, and has "
              + PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
              + ": chmod 600 "
              + file);
    }
    if (Files.size(file) > MOST_FILE_BYTES) {
      throw new IOException("the token file " + file + " is larger than 64 KiB");
    }
    List<String> tokens = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        tokens.add(checked(line.strip()));
      }
    }
    if (tokens.isEmpty()) {
      throw new IOException("the token file " + file + " has no token: openssl rand -hex 32");
    }
    return tokens;
  }

  private String checked(String token) throws IOException {
    if (token.length() < LEAST_CHARACTERS || !token.matches("[!-~]+")) {
      throw new IOException(
          "the token file "
              + file
              + " has a token with fewer than "
              + LEAST_CHARACTERS
              + " printable ASCII characters, or with blanks: openssl rand -hex 32 makes one");
    }
    return token;
  }

  private static byte[] digest(String word) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(word.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
