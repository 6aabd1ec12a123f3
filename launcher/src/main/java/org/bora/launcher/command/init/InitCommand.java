package org.bora.launcher.command.init;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.bora.launcher.command.option.JsonOption;
import org.bora.server.config.ConfigurationFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bora init}: writes a first configuration file. */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a configuration file for a new site, with comments. On a terminal it asks for the"
          + " host, the VO and the areas that the options do not name. It never replaces a file.",
      "For example: bora init --host se.example.org --vo myvo --area myvo=/storage/myvo",
      "Exit codes: 0 the file was written; 1 it was not."
    })
public final class InitCommand implements Callable<Integer> {
  private final SetupQuestions questions;

  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "Name of this machine in its host certificate and in SURLs.")
  private String host;

  @Option(
      names = "--vo",
      paramLabel = "VO",
      description =
          "Virtual organisation: all its members may read, its role production may also write.")
  private String vo;

  @Option(
      names = "--area",
      paramLabel = "NAME=PATH",
      description = "Storage area on disk, and its directory. May be repeated.")
  private List<String> areas = new ArrayList<>();

  @Option(
      names = "--tape",
      paramLabel = "NAME=PATH",
      description =
          "Storage area on tape, and the directory of its disk buffer. The file gets a virtual tape"
              + " library with its volumes in the directory tapes beside the buffer. May be"
              + " repeated.")
  private List<String> tape = new ArrayList<>();

  @Option(
      names = "--trial",
      description =
          "With --tape: a disk buffer of 100 MiB, and migration at once, to watch files go to tape"
              + " and come back within a minute. Not for production.")
  private boolean trial;

  @Option(
      names = "--door",
      paramLabel = "HOST",
      description =
          "GridFTP server of the site. May be repeated. Without this option Bora runs a GridFTP"
              + " server.")
  private List<String> doors = new ArrayList<>();

  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue =
          "jdbc:mysql://localhost:3306/bora?sslMode=DISABLED&allowPublicKeyRetrieval=true",
      description =
          "Database (default: bora on this machine). For a database on another machine, use"
              + " jdbc:mysql://HOST:3306/bora?sslMode=VERIFY_IDENTITY.")
  private String databaseUrl;

  @Option(
      names = "--db-user",
      paramLabel = "NAME",
      defaultValue = "bora",
      description = "User of the database (default: ${DEFAULT-VALUE}).")
  private String databaseUser;

  @Option(
      names = "--db-password-file",
      paramLabel = "FILE",
      defaultValue = "db-password",
      description =
          "File whose first line is the password (default: ${DEFAULT-VALUE}, in the directory of"
              + " the configuration file). The configuration file never contains the password.")
  private String passwordFile;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      defaultValue = "bora.yaml",
      description = "File to write (default: ${DEFAULT-VALUE} in this directory).")
  private Path output;

  @Mixin private JsonOption json;

  public InitCommand(SetupQuestions questions) {
    this.questions = questions;
  }

  @Override
  public Integer call() throws IOException {
    Path file = output.toAbsolutePath().normalize();
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return refused(List.of(exists(file)));
    }
    Path directory = file.getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      return refused(List.of(file + ": its directory does not exist"));
    }
    List<String> mistakes = written(file, directory, FirstFile.text(site()));
    return mistakes.isEmpty() ? done(file) : refused(mistakes);
  }

  private FirstSite site() {
    String name = given(host, "--host", "Host name in the certificate", InitCommand::hostName);
    String organisation = given(vo, "--vo", "Virtual organisation", () -> "");
    if (!organisation.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw wrong("--vo: '" + organisation + "' is not the name of a VO");
    }
    if (areas.isEmpty() && tape.isEmpty()) {
      areas.add(
          given(
              null,
              "--area",
              "Storage area and its directory",
              () -> organisation + "=/storage/" + organisation));
    }
    if (trial && tape.isEmpty()) {
      throw wrong("--trial is about areas on tape: name one with --tape");
    }
    FirstSite site =
        new FirstSite(
            name,
            organisation,
            parsed(areas),
            parsed(tape),
            trial,
            doors,
            new FirstSite.FirstDatabase(databaseUrl, databaseUser, passwordFile));
    if (doors.isEmpty() && site.served().isEmpty()) {
      throw wrong(
          "the areas have no directory in common that a GridFTP server of Bora could serve: place"
              + " them below one directory, or name your own servers with --door");
    }
    return site;
  }

  private List<FirstArea> parsed(List<String> texts) {
    try {
      return texts.stream().map(FirstArea::of).toList();
    } catch (IllegalArgumentException mistake) {
      throw wrong(mistake.getMessage());
    }
  }

  private String given(String value, String option, String question, Supplier<String> proposal) {
    return Optional.ofNullable(value)
        .or(() -> questions.ask(question, proposal.get()))
        .orElseThrow(() -> wrong("missing option " + option));
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getCanonicalHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }

  /**
   * Writes a temporary file, checks it, and renames it only if the name is free. If this process
   * dies, the name is free or has the complete file.
   *
   * @return the obstacle; empty if written
   */
  private static List<String> written(Path file, Path directory, String text) throws IOException {
    Path draft = Files.createTempFile(directory, ".bora-init", ".yaml");
    try {
      Files.writeString(draft, text);
      if (ConfigurationFile.read(draft)
          instanceof ConfigurationFile.Outcome.Invalid(var mistakes)) {
        return mistakes.stream().map(each -> each.key() + ": " + each.text()).toList();
      }
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.createLink(file, draft);
      return List.of();
    } catch (FileAlreadyExistsException e) {
      return List.of(exists(file));
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static String exists(Path file) {
    return file + " exists and is not replaced: move it away, or use --output";
  }

  private int done(Path file) {
    String next = "bora config check " + file;
    if (json.wanted()) {
      json.print(Map.of("written", true, "file", file.toString(), "next", next));
    } else {
      spec.commandLine().getOut().println("Written: " + file);
      spec.commandLine().getOut().println("Next: " + next);
    }
    return 0;
  }

  private int refused(List<String> problems) {
    if (json.wanted()) {
      json.print(Map.of("written", false, "problems", problems));
    } else {
      problems.forEach(json::complain);
    }
    return 1;
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
