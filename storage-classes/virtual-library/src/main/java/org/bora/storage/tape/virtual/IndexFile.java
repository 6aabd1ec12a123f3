package org.bora.storage.tape.virtual;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Lines that several processes append to one file, and how far they have been read here. Used by
 * the holder of the volume's lock.
 */
final class IndexFile {
  private final Path file;
  private Object key;
  private long read;

  IndexFile(Path file) {
    this.file = file;
  }

  /**
   * Whether the content read before is still the beginning of the file. A file that replaced
   * another may have the same inode number, so the first line is compared too.
   *
   * @param firstLine the first line read before, with its line end
   * @throws java.nio.file.NoSuchFileException if the file is lost
   */
  boolean goesOn(String firstLine) throws IOException {
    BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
    if (!Objects.equals(facts.fileKey(), key) || facts.size() < read) {
      return false;
    }
    byte[] expected = firstLine.getBytes(StandardCharsets.US_ASCII);
    if (read < expected.length) {
      return read == 0;
    }
    byte[] begin = new byte[expected.length];
    try (RandomAccessFile index = new RandomAccessFile(file.toFile(), "r")) {
      index.readFully(begin);
    }
    return Arrays.equals(expected, begin);
  }

  /** The whole lines that came since the last time. */
  List<String> readOn() throws IOException {
    key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    byte[] bytes;
    try (RandomAccessFile index = new RandomAccessFile(file.toFile(), "r")) {
      bytes = new byte[Math.toIntExact(index.length() - read)];
      index.seek(read);
      index.readFully(bytes);
    }
    String text = new String(bytes, StandardCharsets.US_ASCII);
    int whole = text.lastIndexOf('\n') + 1;
    read += whole;
    return text.substring(0, whole).lines().toList();
  }

  /**
   * Writes a line after those that were read. It overwrites a partial line of a process that died.
   */
  void append(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
    try (RandomAccessFile index = new RandomAccessFile(file.toFile(), "rw")) {
      index.setLength(read);
      index.seek(read);
      index.write(bytes);
    }
    read += bytes.length;
  }

  /** Another file in its place, all of which counts as read. */
  void replace(String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
      out.write(bytes);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    read = bytes.length;
  }

  void forget() {
    key = null;
    read = 0;
  }
}
