package org.bora.launcher.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bora.storm.report.ImportReport;
import org.bora.storm.translate.Translation;
import org.bora.storm.translate.Translation.Draft;

/** Writes files into one directory, each completely or not at all. */
final class OutputFiles {
  private static final String CONFIGURATION = "bora.yaml";
  private static final String TEXT = "import-report.txt";
  private static final String JSON = "import-report.json";
  private static final String TAKEOVER_TEXT = "takeover-report.txt";
  private static final String TAKEOVER_JSON = "takeover-report.json";
  private static final int TOKEN_BYTES = 32;

  private final Path directory;
  private final boolean force;
  private final List<Path> written = new ArrayList<>();

  OutputFiles(Path directory, boolean force) {
    this.directory = directory;
    this.force = force;
  }

  Path configuration() {
    return directory.resolve(CONFIGURATION);
  }

  /** The files, in the order in which to read them. */
  List<Path> written() {
    return List.copyOf(written);
  }

  void refuseWhatIsThere() throws IOException {
    for (String name : List.of(CONFIGURATION, TEXT, JSON, Translation.TOKENS)) {
      Path file = directory.resolve(name);
      if (!force && Files.exists(file)) {
        throw new IOException(
            file + " is there already: name another directory by --output, or say --force");
      }
    }
  }

  /** The configuration, and a token for pullers if needed; an existing one stays. */
  void write(Draft draft, RandomGenerator random) throws IOException {
    Files.createDirectories(directory);
    keepBefore(draft.yaml());
    write(CONFIGURATION, draft.yaml());
    Path tokens = directory.resolve(Translation.TOKENS);
    if (draft.onTape() && !Files.exists(tokens)) {
      byte[] token = new byte[TOKEN_BYTES];
      random.nextBytes(token);
      write(Translation.TOKENS, HexFormat.of().formatHex(token) + "\n");
    }
  }

  /**
   * The file that is there may have been corrected by hand: it stays, and the new one gets a free
   * name.
   */
  private void keepBefore(String fresh) throws IOException {
    Path file = configuration();
    if (Files.exists(file) && !Files.readString(file).equals(fresh)) {
      Path before = directory.resolve(CONFIGURATION + ".before");
      for (int number = 2; Files.exists(before); number++) {
        before = directory.resolve(CONFIGURATION + ".before-" + number);
      }
      written.add(Files.copy(file, before, StandardCopyOption.COPY_ATTRIBUTES));
    }
  }

  /** What became of the settings. */
  void writeReport(ImportReport report) throws IOException {
    write(TEXT, String.join("\n", report.lines()) + "\n");
    write(JSON, report.json() + "\n");
  }

  /** What became of what lives in StoRM's database. */
  void writeTakeover(ImportReport report) throws IOException {
    write(TAKEOVER_TEXT, String.join("\n", report.lines()) + "\n");
    write(TAKEOVER_JSON, report.json() + "\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    // readable for its owner alone, as temporary files are: right for a token, and for a while for
    // all
    Path fresh = Files.createTempFile(directory, "." + name, ".new");
    try {
      Files.writeString(fresh, text);
      if (!name.equals(Translation.TOKENS)) {
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
    written.add(file);
  }
}
