package org.bora.launcher.config;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/** Reads a configuration file. */
public final class ConfigurationFile {

  /** What became of it. */
  public sealed interface Outcome {
    record Valid(Configuration configuration) implements Outcome {}

    /** {@code mistakes}, all of them, in the order of the lines. */
    record Invalid(List<Mistake> mistakes) implements Outcome {
      public Invalid {
        mistakes = List.copyOf(mistakes);
      }
    }
  }

  private ConfigurationFile() {}

  /** Reads and checks; only the file itself is touched, nothing it points to. */
  public static Outcome read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException none) {
      return invalid(file, 0, "does not exist");
    } catch (CharacterCodingException binary) {
      return invalid(file, 0, "is not UTF-8 text");
    }
    Node root;
    try (Reader reader = new StringReader(text)) {
      root = new Yaml(new LoaderOptions()).compose(reader);
    } catch (MarkedYAMLException e) {
      return invalid(file, e.getProblemMark().getLine() + 1, "is not YAML: " + e.getProblem());
    } catch (YAMLException e) {
      return invalid(file, 0, "is not YAML: " + e.getMessage().lines().findFirst().orElse(""));
    }
    Reading reading = new Reading(file.toString());
    Configuration configuration = interpret(file, new Section(reading, "", root));
    return reading.mistakes().isEmpty()
        ? new Outcome.Valid(configuration)
        : new Outcome.Invalid(reading.mistakes());
  }

  private static Outcome invalid(Path file, int line, String text) {
    return new Outcome.Invalid(List.of(new Mistake(file.toString(), line, "", text)));
  }

  /** Asks for every key there is. */
  static Configuration interpret(Path file, Section root) {
    Path base = file.toAbsolutePath().getParent();
    Configuration configuration =
        new Configuration(
            file,
            root.value("try-grid", Values.flag(), "false"),
            EndpointSettings.read(root.section("endpoint")),
            CredentialSettings.read(root.section("credentials"), base),
            ChildSettings.read(root.section("gridftp"), base),
            LoggingSettings.read(root.section("logging")));
    root.finish();
    return configuration;
  }
}
