package org.bora.launcher.command.change;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.HomeOption;
import org.bora.launcher.command.option.LocalApi;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.audit.AuditFilter;
import org.bora.server.audit.AuditFollow;
import org.bora.server.audit.AuditSearch;
import org.bora.server.control.LocalSocket;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bora audit}: shows the audit log; and {@code bora audit reopen}, for logrotate. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "Prints audit log entries, including those in rotated files, as one JSON object per"
          + " line. docs/reference/audit.md describes the fields. In patterns, * matches any"
          + " text.",
      "The action 'reopen' tells a running Bora to open a new file, for use after log rotation has"
          + " renamed the old one.",
      "Exit codes: 0 success; 1 there is no audit log; 3 not running; 4 some files or times"
          + " could not be read."
    })
public final class AuditCommand implements Callable<Integer> {
  private static final String REOPEN = "reopen";
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Parameters(arity = "0..1", paramLabel = "reopen", description = "Opens a new audit log file.")
  private String verb;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Directory of the audit log (default: the log directory of --home).")
  private Path directory;

  @Option(
      names = "--surl",
      paramLabel = "PATTERN",
      description = "Pattern for the SURL, the target SURL, or a SURL of a refused call.")
  private String surl;

  @Option(
      names = "--dn",
      paramLabel = "PATTERN",
      description = "Pattern for the certificate subject.")
  private String dn;

  @Option(
      names = "--op",
      paramLabel = "PATTERN",
      description = "Pattern for the operation, for example srmRm.")
  private String operation;

  @Option(names = "--id", paramLabel = "ID", description = "Print all entries of one call.")
  private String id;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Print entries from this time on, for example 2026-11-21T15:00:00Z.")
  private Instant since;

  @Option(names = "--until", paramLabel = "TIME", description = "Print entries before this time.")
  private Instant until;

  @Option(
      names = {"-f", "--follow"},
      description =
          "Print entries as they are written, until interrupted. With --since, first print the"
              + " entries since that time, from files that are not compressed.")
  private boolean follow;

  public AuditCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (verb == null) {
      return search();
    }
    if (!verb.equals(REOPEN)) {
      err().println("bora: audit knows '" + REOPEN + "', not '" + verb + "'");
      return 2;
    }
    return reopen();
  }

  private int search() throws IOException, InterruptedException {
    Path where = directory == null ? homeOption.logs(machine) : directory;
    Map<String, String> patterns = new LinkedHashMap<>();
    put(patterns, "surl", surl);
    put(patterns, "dn", dn);
    put(patterns, "op", operation);
    put(patterns, "id", id);
    AuditFilter filter =
        new AuditFilter(patterns, Optional.ofNullable(since), Optional.ofNullable(until));
    if (follow && Files.isDirectory(where)) {
      return follow(where, filter);
    }
    AuditSearch.Looked looked =
        Files.isDirectory(where)
            ? new AuditSearch(where, filter).run(out()::println)
            : new AuditSearch.Looked(0, List.of());
    if (looked.files() == 0) {
      err()
          .println(
              "bora: no audit log in "
                  + where
                  + ": say by --directory where audit.directory points");
      return 1;
    }
    looked.unread().forEach(file -> err().println("bora: " + file));
    return looked.unread().isEmpty() ? 0 : ExitCode.PART;
  }

  private int follow(Path where, AuditFilter filter) throws IOException, InterruptedException {
    AuditFollow log =
        since == null
            ? AuditFollow.fromNow(where, filter)
            : AuditFollow.fromTheBeginning(where, filter);
    while (true) {
      log.look(out()::println);
      Thread.sleep(BETWEEN_LOOKS);
    }
  }

  private static void put(Map<String, String> patterns, String field, String pattern) {
    if (pattern != null) {
      patterns.put(field, pattern);
    }
  }

  private int reopen() throws IOException {
    List<Path> sockets =
        directory == null
            ? homeOption.sockets(machine, "backend", "frontend", "door")
            : List.of(
                LocalSocket.of(directory, "backend"),
                LocalSocket.of(directory, "frontend"),
                LocalSocket.of(directory, "door"));
    int code = ExitCode.NOT_RUNNING;
    for (Path socket : sockets) {
      Optional<RemoteOption.Reply> reply = LocalApi.call(socket, "POST", "/v1/audit/reopen", "");
      if (reply.isPresent()) {
        reply.get().lines().forEach(out()::println);
        code = reply.get().isDone() && code != 1 ? 0 : 1;
      }
    }
    if (code == ExitCode.NOT_RUNNING) {
      err().println("bora: " + NotRunning.at(sockets));
    }
    return code;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
