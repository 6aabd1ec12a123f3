package org.bora.storage.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.zip.Adler32;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;

/** Files to be put on tape and back, in a directory that belongs to one test. */
public final class TapeFiles {
  private final Path directory;

  public TapeFiles(Path directory) {
    this.directory = directory;
  }

  /** A file on disk with bytes that another name or size would make others. */
  public TapeFile make(String name, int size) throws IOException {
    byte[] content = new byte[size];
    new Random(31L * name.hashCode() + size).nextBytes(content);
    Path path = directory.resolve(name);
    Files.createDirectories(path.getParent());
    Files.write(path, content);
    return new TapeFile(
        UUID.nameUUIDFromBytes((directory + "/" + name).getBytes(StandardCharsets.UTF_8)),
        "/testvo/" + name,
        path.toString(),
        size,
        adler32(content),
        Optional.empty());
  }

  /** The file as it is to be recalled: into an existing file, empty so far, in another place. */
  public TapeFile toRecall(TapeFile file, TapeLocation location) throws IOException {
    TapeFile wanted = at(file, directory.resolve("recalled-" + file.id()), location);
    Files.deleteIfExists(Path.of(wanted.path()));
    Files.createFile(Path.of(wanted.path()));
    return wanted;
  }

  /** The file on tape, at no path. */
  public static TapeFile onTape(TapeFile file, TapeLocation location) {
    return new TapeFile(
        file.id(), file.name(), "", file.size(), file.adler32(), Optional.of(location));
  }

  public static TapeFile at(TapeFile file, Path path, TapeLocation location) {
    return new TapeFile(
        file.id(),
        file.name(),
        path.toString(),
        file.size(),
        file.adler32(),
        Optional.of(location));
  }

  private static String adler32(byte[] content) {
    Adler32 sum = new Adler32();
    sum.update(content);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
