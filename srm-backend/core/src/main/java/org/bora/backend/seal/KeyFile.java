package org.bora.backend.seal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.bora.storage.spi.SealKeys;

/**
 * A file of a backend with secret keys of its site: one key in a line, 64 hexadecimal digits. Every
 * method reads the file anew.
 */
public final class KeyFile {

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final String COMMENT = "#";

  private final Path file;
  private final Kind kind;

  /** What the keys of a file are for. */
  public enum Kind {
    /** What Bora writes on files is sealed with them (docs/adr/0044). */
    SEALS(
        "seal",
        "docs/operate/tape.md",
        "restore %s from its copy, or move it away where the database has the keys",
        "restore it from its copy, or remove it where the database has the keys"),
    /** Secrets in the database are encrypted with them; the database never has them. */
    VAULT(
        "vault",
        "docs/operate/s3-keys.md",
        "restore %s from its copy, or copy it from another backend",
        "restore it from its copy, or copy it from another backend");

    private final String word;
    private final String page;
    private final String remedy;
    private final String remedyOfEmpty;

    Kind(String word, String page, String remedy, String remedyOfEmpty) {
      this.word = word;
      this.page = page;
      this.remedy = remedy;
      this.remedyOfEmpty = remedyOfEmpty;
    }

    /** Name of the file in the directory of a backend. */
    public String fileName() {
      return word + ".keys";
    }

    private String head() {
      String title = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
      return "# %s keys of this site (%s). Keep a copy elsewhere, and keep it secret.\n"
          .formatted(title, page);
    }
  }

  public KeyFile(Path file, Kind kind) {
    this.file = Objects.requireNonNull(file, "file");
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /** The file of that kind in the directory of a backend. */
  public static KeyFile in(Path directory, Kind kind) {
    return new KeyFile(directory.resolve(kind.fileName()), kind);
  }

  /** Whether there is one, of whatever kind. */
  public boolean isThere() {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The keys in the file; empty if there is no file.
   *
   * @throws IOException with a sentence for the administrator if others may read or change the
   *     file, or if it has other content
   */
  public List<byte[]> read() throws IOException {
    return List.copyOf(numbered().values());
  }

  /**
   * What is odd about a file that can be used: sentences for the administrator.
   *
   * @throws IOException as {@link #read}
   */
  public List<String> oddities() throws IOException {
    List<String> oddities = new ArrayList<>();
    Map<ByteBuffer, Integer> first = new HashMap<>();
    numbered()
        .forEach(
            (number, key) -> {
              Integer before = first.putIfAbsent(ByteBuffer.wrap(key), number);
              if (before != null) {
                oddities.add(
                    "%s line %d repeats the key of line %d, which counts once; remove line %d"
                        .formatted(file, number, before, number));
              }
            });
    if (first.isEmpty() && isThere()) {
      oddities.add("%s holds no key; %s".formatted(file, kind.remedyOfEmpty));
    }
    return oddities;
  }

  /** The keys by the numbers of their lines. */
  private Map<Integer, byte[]> numbered() throws IOException {
    if (!isThere()) {
      return Map.of();
    }
    Map<Integer, byte[]> keys = new TreeMap<>();
    try {
      checkMode();
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      for (int at = 0; at < lines.size(); at++) {
        String line = lines.get(at).strip();
        if (!line.isEmpty() && !line.startsWith(COMMENT)) {
          keys.put(at + 1, key(line, at + 1));
        }
      }
    } catch (AccessDeniedException e) {
      throw new IOException(
          "%s cannot be read by this account; the %s keys must belong to the account of Bora: chown it, and chmod 600 %s"
              .formatted(file, kind.word, file),
          e);
    }
    return keys;
  }

  private void checkMode() throws IOException {
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS);
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          "%s is no regular file; %s".formatted(file, kind.remedy.formatted("it")));
    }
    if (!OWNER.containsAll(mode)) {
      throw new IOException(
          file
              + " has mode "
              + PosixFilePermissions.toString(mode)
              + ": the %s keys of the site must be readable for Bora alone. chmod 600 "
                  .formatted(kind.word)
              + file);
    }
  }

  private byte[] key(String line, int number) throws IOException {
    try {
      byte[] key = HexFormat.of().parseHex(line);
      SealKeys.fingerprint(key);
      return key;
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s line %d is no %s key: %d hexadecimal digits are one; %s"
              .formatted(
                  file, number, kind.word, 2 * SealKeys.BYTES, kind.remedy.formatted("the file")),
          e);
    }
  }

  /** Writes all keys; a death leaves the old file or the new one. */
  public void write(List<byte[]> keys) throws IOException {
    StringBuilder text = new StringBuilder(kind.head());
    keys.forEach(key -> text.append(HexFormat.of().formatHex(key)).append('\n'));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, PosixFilePermissions.asFileAttribute(OWNER));
    try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent())) {
      directory.force(true);
    }
  }

  /** Removes the file, if there is one. */
  public void remove() throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
