package org.bora.launcher.command.config;

import static org.bora.launcher.command.option.AdminOption.encoded;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.LogText;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.authorise.RuleReader;
import org.bora.door.token.Tokens;
import org.bora.door.token.Tokens.Judgement;
import org.bora.launcher.command.Machine;
import org.bora.launcher.command.option.ApiOption;
import org.bora.launcher.command.option.ExitCode;
import org.bora.launcher.command.option.JsonOption;
import org.bora.launcher.command.option.NotRunning;
import org.bora.launcher.command.option.RemoteOption;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.home.Home;
import org.bora.server.home.Ports;
import org.bora.server.policy.PolicyReport;
import org.bora.server.wire.MappingParts;
import org.bora.server.wire.TokenParts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/**
 * {@code bora policy explain}: what the server would decide, and why. Reads the configuration file,
 * and nothing has to run; or asks a Bora that runs. Nothing is changed.
 */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    exitCodeOnExecutionException = ExitCode.WRONG,
    description = {
      "Shows whether a caller is allowed to do something, and which rule decides, with file"
          + " and line. Reads the configuration file; with --running asks the running Bora, which"
          + " also knows bans made by command; with --url asks a remote Bora.",
      "Exit codes: 0 allowed; 1 denied; 2 wrong usage, or the answer is unknown."
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final int WRONG_USE = 2;

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private JsonOption json;

  @Mixin private ApiOption api;

  @Option(
      names = "--running",
      description =
          "Ask the running Bora, or that of --url, which uses its current configuration and"
              + " bans made by command.")
  private boolean running;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Configuration file (default: bora.yaml in the home directory).")
  private Path file;

  @Option(
      names = "--dn",
      defaultValue = "",
      paramLabel = "DN",
      description = "Subject of the user's certificate without proxy components, /DC=...")
  private String dn;

  @Option(
      names = "--token",
      defaultValue = "",
      paramLabel = "TOKEN",
      description =
          "Bearer token of the user instead of a certificate; - reads it from standard input.")
  private String token;

  @Option(
      names = "--fqan",
      paramLabel = "FQAN",
      description = "VOMS attribute (FQAN). Repeat the option for several, the primary one first.")
  private List<String> fqans = new ArrayList<>();

  @Option(
      names = "--vo",
      paramLabel = "VO",
      description = "VO of which the user is a plain member; the same as --fqan /VO.")
  private List<String> vos = new ArrayList<>();

  @Option(
      names = "--authority",
      paramLabel = "DN",
      defaultValue = "",
      description = "Subject of the certificate authority, for bans of authorities.")
  private String authority;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "",
      description = "IP address of the caller.")
  private String host;

  @Option(
      names = "--op",
      required = true,
      paramLabel = "OPERATION",
      description = "Action: read, write, create, delete, list, stage, reserve or admin.")
  private String operation;

  @Option(
      names = "--surl",
      required = true,
      paramLabel = "SURL",
      description = "SURL, srm://HOST/PATH.")
  private String surl;

  public ExplainCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!api.isRemote() && spec.commandLine().getParseResult().hasMatchedOption("--ca")) {
      err().println("bora: --ca FILE goes with --url; the caller's authority is --authority DN");
      return WRONG_USE;
    }
    boolean asked = running || api.isRemote();
    if (asked && file != null) {
      err()
          .println(
              "bora: --running and --url go by the file of the Bora that runs: leave --config out");
      return WRONG_USE;
    }
    if (token.isEmpty() == dn.isEmpty()) {
      err().println("bora: name the caller by --dn DN or by --token TOKEN, one of both");
      return WRONG_USE;
    }
    if (asked && !token.isEmpty()) {
      err().println("bora: --token goes by the configuration file: leave --running and --url out");
      return WRONG_USE;
    }
    return asked ? askRunning() : read();
  }

  private int read() throws IOException {
    OperationClass use;
    Optional<Caller> caller;
    try {
      use = RuleReader.use(operation);
      caller = token.isEmpty() ? Optional.of(caller()) : Optional.empty();
    } catch (IllegalArgumentException wrong) {
      err().println("bora: " + wrong.getMessage());
      return WRONG_USE;
    }
    Path configuration = file == null ? api.home(machine).configuration() : file;
    return switch (ConfigurationFile.read(configuration)) {
      case ConfigurationFile.Outcome.Invalid invalid -> {
        invalid.mistakes().forEach(err()::println);
        yield WRONG_USE;
      }
      case ConfigurationFile.Outcome.Valid valid ->
          caller.isPresent()
              ? explain(valid.configuration(), caller.get(), use)
              : explainToken(valid.configuration(), configuration, use);
    };
  }

  /**
   * Reads the keys of the issuers as the server would, and judges the token by them.
   *
   * @param written the file of the configuration
   */
  private int explainToken(Configuration configuration, Path written, OperationClass use)
      throws IOException {
    Tokens tokens = TokenParts.of(configuration, httpPort(configuration, written));
    tokens.refresh();
    return switch (tokens.judge(shown(), host)) {
      case Judgement.Accepted accepted -> explain(configuration, accepted.identity().caller(), use);
      case Judgement.Refused(String reason) -> {
        json.tell("allowed", false, true, List.of("REFUSED  the token is refused: " + reason));
        yield ExitCode.NO;
      }
      case Judgement.Later(String reason, Duration _) -> {
        err().println("bora: the token cannot be checked: " + reason);
        tokens.troubles().forEach(trouble -> err().println("bora: " + trouble));
        yield WRONG_USE;
      }
    };
  }

  /** The port; for {@code auto}, the one that Bora chose, from the directory of the file. */
  private static OptionalInt httpPort(Configuration configuration, Path written)
      throws IOException {
    Optional<OptionalInt> port = configuration.endpoint().httpPort();
    if (port.isEmpty() || port.get().isPresent()) {
      return port.orElse(OptionalInt.empty());
    }
    Home home = new Home(written.toAbsolutePath().getParent());
    int chosen = Ports.read(home.ports()).of("http");
    return OptionalInt.of(chosen > 0 ? chosen : TokenParts.USUAL_PORT);
  }

  private String shown() {
    if (!token.equals("-")) {
      return token.strip();
    }
    return new String(readAll(), StandardCharsets.UTF_8).strip();
  }

  private static byte[] readAll() {
    try {
      return System.in.readNBytes(64 * 1024);
    } catch (IOException e) {
      throw new UncheckedIOException("standard input cannot be read", e);
    }
  }

  private Caller caller() {
    if (!dn.startsWith("/")) {
      throw new IllegalArgumentException("--dn '" + dn + "' does not begin with a slash");
    }
    List<Fqan> held = new ArrayList<>();
    fqans.forEach(fqan -> held.add(Fqan.parse(fqan)));
    vos.forEach(vo -> held.add(Fqan.parse("/" + vo)));
    return new Caller(dn, authority, held, host);
  }

  private int explain(Configuration configuration, Caller caller, OperationClass use) {
    PolicyReport.Ground ground =
        new PolicyReport.Ground(
            configuration,
            Optional.empty(),
            one -> MappingParts.explain(configuration.backend().mapping(), one));
    PolicyReport report = PolicyReport.of(ground, caller, use, new Surl(surl));
    json.tell("allowed", report.allowed(), true, report.lines());
    return report.allowed() ? 0 : ExitCode.NO;
  }

  private int askRunning() throws IOException, InterruptedException {
    List<String> held = new ArrayList<>(fqans);
    vos.forEach(vo -> held.add("/" + vo));
    String path =
        "/v1/policy?dn="
            + encoded(dn)
            + "&fqan="
            + encoded(String.join(",", held))
            + "&ca="
            + encoded(authority)
            + "&host="
            + encoded(host)
            + "&op="
            + encoded(operation)
            + "&surl="
            + encoded(surl);
    Optional<RemoteOption.Reply> reply = api.call(machine, "GET", path, "");
    if (reply.isEmpty()) {
      err().println("bora: " + NotRunning.at(api.where(machine)));
      return WRONG_USE;
    }
    if (!reply.get().isDone()) {
      err().println("bora: " + reply.get().problem());
      return WRONG_USE;
    }
    JsonNode answer = reply.get().json();
    List<String> lines = new ArrayList<>();
    answer.path("lines").forEach(line -> lines.add(LogText.of(line.asString())));
    boolean allowed = answer.path("allowed").asBoolean();
    json.tell("allowed", allowed, true, lines);
    return allowed ? 0 : ExitCode.NO;
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
