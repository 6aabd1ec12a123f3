package org.bora.storage.tape.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.bora.storage.tape.wire.BatchDriver;
import org.bora.storage.tape.wire.TapeFileReport;
import org.bora.storage.tape.wire.TapeJson;
import org.bora.storage.tape.wire.TapeOperation;
import org.bora.storage.tape.wire.UnreportedFiles;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A tape system behind commands of the site, see the package. Thread safe. */
public final class ScriptDriver extends BatchDriver {
  /** Of the protocol; documents carry it. */
  public static final int PROTOCOL = 1;

  private final ScriptSettings settings;
  private final Clock clock;

  /**
   * Nothing is run before it is used.
   *
   * @param library the name of the tape system, for the scripts and the log
   */
  public ScriptDriver(String library, ScriptSettings settings, Clock clock) {
    super(library, settings.verification());
    this.settings = Objects.requireNonNull(settings, "settings");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  @Override
  public String kind() {
    return "script";
  }

  @Override
  public void check() throws StorageException {
    demand(ScriptProcess.SETSID, "install util-linux, which has it");
    for (List<String> command : settings.commands().values()) {
      demand(command.getFirst(), "install it, or correct tape.libraries of " + library());
    }
  }

  private static void demand(String program, String wayOut) throws StorageException {
    Path path = Path.of(program);
    if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
      throw new StorageException(
          Reason.MISSING, "the program " + program + " is missing or not executable: " + wayOut);
    }
  }

  @Override
  public int drives() {
    return settings.drives();
  }

  @Override
  protected void run(TapeOperation operation, UnreportedFiles open) throws InterruptedException {
    try (UnwantedList unwanted = UnwantedList.create()) {
      String document = document(operation, open.files(), Optional.of(unwanted.path()));
      ScriptRun.Ending ending =
          prepare(operation, settings.times().batch(), settings.times().silence())
              .run(name(operation), document, new Attention(open, unwanted));
      open.failRest(
          ending.how() == ScriptRun.How.STOPPED ? Kind.STOPPED : Kind.RETRY,
          name(operation) + " " + ending.text());
    } catch (IOException failure) {
      open.failRest(Kind.RETRY, name(operation) + " cannot be started: " + failure.getMessage());
    }
  }

  /** A running batch. */
  private record Attention(UnreportedFiles open, UnwantedList unwanted)
      implements ScriptRun.Listener {
    @Override
    public Optional<String> hear(TapeFileReport report) {
      return open.take(report);
    }

    @Override
    public boolean goOn() {
      unwanted.add(open.newlyUnwanted());
      return open.isEmpty() || open.anyWanted();
    }
  }

  @Override
  public Map<TapeFile, Found> query(List<TapeFile> files) throws StorageException {
    if (files.isEmpty()) {
      return Map.of();
    }
    Answers answers = new Answers(files);
    Duration most = settings.times().query();
    String name = name(TapeOperation.QUERY);
    try {
      ScriptRun.Ending ending =
          prepare(TapeOperation.QUERY, most, most)
              .run(name, document(TapeOperation.QUERY, files, Optional.empty()), answers);
      if (ending.how() != ScriptRun.How.THROUGH) {
        throw new StorageException(Reason.IO, name + " " + ending.text());
      }
      return answers.found;
    } catch (StorageException failure) {
      throw failure;
    } catch (IOException failure) {
      throw new StorageException(Reason.IO, name + " cannot be started: " + failure.getMessage());
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new StorageException(Reason.IO, name + " was interrupted");
    }
  }

  private static final class Answers implements ScriptRun.Listener {
    private final Map<UUID, TapeFile> asked = new HashMap<>();
    private final Map<TapeFile, Found> found = new LinkedHashMap<>();

    Answers(List<TapeFile> files) {
      files.forEach(file -> asked.put(file.id(), file));
    }

    @Override
    public Optional<String> hear(TapeFileReport report) {
      TapeFile file = asked.get(report.id());
      if (file == null) {
        return Optional.of("a report on " + report.id() + ", which was not asked for");
      }
      if (!(report instanceof TapeFileReport.Found answer)) {
        return Optional.of("a question is answered by 'found'");
      }
      return answer
          .location()
          .or(file::location)
          .map(
              location -> {
                found.putIfAbsent(file, new Found(location, answer.readable()));
                return Optional.<String>empty();
              })
          .orElse(Optional.of("'found' without an object"));
    }

    @Override
    public boolean goOn() {
      return true;
    }
  }

  private ScriptRun prepare(TapeOperation operation, Duration most, Duration silence) {
    Map<String, String> environment = new HashMap<>(settings.environment());
    environment.put("BORA_LIBRARY", library());
    environment.put("BORA_OPERATION", operation.word());
    return new ScriptRun(
        settings.commands().get(operation),
        environment,
        most,
        silence,
        settings.times().grace(),
        clock);
  }

  private String name(TapeOperation operation) {
    return "the " + operation.word() + " script of " + library();
  }

  private String document(TapeOperation operation, List<TapeFile> files, Optional<Path> unwanted) {
    ObjectNode document = TapeJson.object();
    document.put("version", PROTOCOL);
    document.put("operation", operation.word());
    document.put("library", library());
    unwanted.ifPresent(path -> document.put("unwanted", path.toString()));
    ArrayNode list = document.putArray("files");
    files.forEach(file -> TapeJson.describe(file, list.addObject()));
    return TapeJson.write(document) + "\n";
  }
}
