package org.bora.launcher.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.api.word.Surl;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.authorise.RuleReader;
import org.bora.launcher.config.Configuration;
import org.bora.launcher.config.ConfigurationFile;
import org.bora.launcher.policy.PolicyReport;
import org.bora.launcher.wire.MappingParts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bora policy explain}: what the server would decide, and why. Reads the configuration file;
 * nothing has to run, and nothing is changed.
 */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Says what Bora decides for a caller, and which rule decided, by file and line.",
      "Exit code 0: allowed; 3: refused; 2: called wrongly."
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final int REFUSED = 3;
  private static final int WRONG_USE = 2;

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Mixin private HomeOption homeOption;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration file (default: bora.yaml of the home).")
  private Path file;

  @Option(
      names = "--dn",
      required = true,
      paramLabel = "DN",
      description = "Subject of the user's certificate, without those of proxies: /DC=...")
  private String dn;

  @Option(
      names = "--fqan",
      paramLabel = "FQAN",
      description = "A VOMS attribute, the primary one first; may stand several times.")
  private List<String> fqans = new ArrayList<>();

  @Option(
      names = "--vo",
      paramLabel = "VO",
      description = "A VO, of which the user is a plain member; the same as --fqan /VO.")
  private List<String> vos = new ArrayList<>();

  @Option(
      names = "--ca",
      paramLabel = "DN",
      defaultValue = "",
      description = "Subject of the authority that issued the certificate, for bans.")
  private String authority;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "",
      description = "Address that the call comes from.")
  private String host;

  @Option(
      names = "--op",
      required = true,
      paramLabel = "OPERATION",
      description = "read, write, create, delete, list, stage, reserve or admin.")
  private String operation;

  @Option(
      names = "--surl",
      required = true,
      paramLabel = "SURL",
      description = "What is asked for: srm://HOST/PATH.")
  private String surl;

  public ExplainCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() {
    OperationClass use;
    Caller caller;
    try {
      use = RuleReader.use(operation);
      caller = caller();
    } catch (IllegalArgumentException wrong) {
      spec.commandLine().getErr().println("bora: " + wrong.getMessage());
      return WRONG_USE;
    }
    Path configuration = file == null ? homeOption.home(machine).configuration() : file;
    return switch (ConfigurationFile.read(configuration)) {
      case ConfigurationFile.Outcome.Invalid invalid -> {
        PrintWriter err = spec.commandLine().getErr();
        invalid.mistakes().forEach(err::println);
        yield WRONG_USE;
      }
      case ConfigurationFile.Outcome.Valid valid -> explain(valid.configuration(), caller, use);
    };
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
    PolicyReport report =
        PolicyReport.of(
            configuration,
            one -> MappingParts.explain(configuration.backend().mapping(), one),
            caller,
            use,
            new Surl(surl));
    report.lines().forEach(spec.commandLine().getOut()::println);
    return report.allowed() ? 0 : REFUSED;
  }
}
