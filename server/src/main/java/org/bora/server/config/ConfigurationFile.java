package org.bora.server.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.audit.AuditSettings;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads a configuration file. */
public final class ConfigurationFile {

  /** The result of reading a file. */
  public sealed interface Outcome {
    record Valid(Configuration configuration) implements Outcome {}

    /** {@code mistakes}, all of them, in the order of the lines. */
    record Invalid(List<Mistake> mistakes) implements Outcome {
      public Invalid {
        mistakes = List.copyOf(mistakes);
      }
    }
  }

  private static final String WAY_OUT =
      "; look at indentation, quotes and brackets of this line and the one before";

  private ConfigurationFile() {}

  /** Reads and checks the file alone; nothing that it points to is touched. */
  public static Outcome read(Path file) {
    return read(ConfigurationSource.of(file));
  }

  /** Reads and checks the file; of the files that it names, it reads only those with values. */
  public static Outcome read(ConfigurationSource source) {
    Path file = source.file();
    try {
      if (Files.isDirectory(file)) {
        return invalid(file, 0, "is a directory; name the file in it");
      }
      return parse(source, Files.readString(file));
    } catch (NoSuchFileException none) {
      return invalid(
          file, 0, "does not exist; docs/operate/configuration.md begins with an example");
    } catch (CharacterCodingException binary) {
      return invalid(
          file, 0, "is not UTF-8 text; save it so, for example by iconv -f latin1 -t utf-8");
    } catch (AccessDeniedException closed) {
      return invalid(
          file,
          0,
          "is not readable for this user; let it have the group of the service's account, mode 0640");
    } catch (IOException unreadable) {
      return invalid(file, 0, "cannot be read: " + unreadable.getMessage());
    }
  }

  /**
   * Checks a text.
   *
   * @param file it came from: named in mistakes, and relative paths begin at its directory
   */
  public static Outcome parse(Path file, String text) {
    return parse(ConfigurationSource.of(file), text);
  }

  private static Outcome parse(ConfigurationSource source, String text) {
    Path file = source.file();
    ConfigReading reading =
        new ConfigReading(
            file.toString(),
            InstantSource.system(),
            new Overrides(source.environment(), source.arguments()));
    Configuration configuration;
    try {
      configuration = interpret(source, text, reading);
    } catch (MarkedYAMLException e) {
      return invalid(
          file, e.getProblemMark().getLine() + 1, "is not YAML: " + e.getProblem() + WAY_OUT);
    } catch (YAMLException e) {
      return invalid(file, 0, "is not YAML: " + e.getMessage().lines().findFirst().orElse(""));
    }
    return reading.mistakes().isEmpty()
        ? new Outcome.Valid(configuration)
        : new Outcome.Invalid(reading.mistakes());
  }

  private static Outcome invalid(Path file, int line, String text) {
    return new Outcome.Invalid(List.of(new Mistake(file.toString(), line, "", text)));
  }

  /** Asks for every key there is. */
  static Configuration interpret(Path file, String text, ConfigReading reading) {
    return interpret(ConfigurationSource.of(file), text, reading);
  }

  private static Configuration interpret(
      ConfigurationSource source, String text, ConfigReading reading) {
    Section root =
        new Section(reading, "", new Yaml(new LoaderOptions()).compose(new StringReader(text)));
    boolean tryGrid = root.flag("try-grid");
    EndpointSettings endpoint = root.section("endpoint").bind(EndpointSettings.class);
    CredentialSettings credentials = root.section("credentials").bind(CredentialSettings.class);
    List<AreaSettings> areas = AreaSection.read(root.sections("areas"));
    Configuration configuration =
        new Configuration(
            source,
            tryGrid,
            endpoint,
            credentials,
            FrontendSettings.read(root, credentials, endpoint),
            areas,
            BackendSettings.read(root, areas),
            root.section("gridftp").bind(ChildSettings.class),
            LinkSettings.read(root.section("link")),
            root.section("logging").bind(LoggingSettings.class),
            ObservationSettings.read(root),
            root.section("audit").bind(AuditSettings.class),
            root.section("admin").settings(AdminSection.class, Optional::empty),
            SiteSection.read(root.section("site"), areas),
            reading.values());
    root.finish();
    reading.lookForUnusedOverrides(root.known());
    checkTogether(configuration, root);
    SharedPorts.mistakes(configuration, reading).forEach(reading::mistake);
    return configuration;
  }

  /** What no single section can see. */
  private static void checkTogether(Configuration configuration, Section root) {
    Set<String> seen = new HashSet<>();
    for (AreaSettings area : configuration.areas()) {
      List<String> uniques =
          new ArrayList<>(
              List.of("name " + area.name(), "sfn " + area.sfn(), "token " + area.token()));
      area.aliases().forEach(alias -> uniques.add("sfn " + alias));
      for (String unique : uniques) {
        if (!seen.add(unique)) {
          root.mistake("areas", "two areas have the " + unique + "; each needs one of its own");
        }
      }
    }
    AreaNesting.mistakes(configuration.areas(), written -> written)
        .forEach(text -> root.mistake("areas", text));
    if (configuration.endpoint().httpPort().isPresent()) {
      PathsOfApi.mistakes(configuration.areas()).forEach(text -> root.mistake("areas", text));
    }
    configuration.backend().tape().check(configuration.areas(), root);
  }
}
