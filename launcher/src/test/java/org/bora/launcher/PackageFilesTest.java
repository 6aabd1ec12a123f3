package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.ConfigurationFile.Outcome;
import org.bora.server.config.Mistake;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** What the packages bring besides jars fits the Bora that is in them. */
class PackageFilesTest {
  private static final Path ROOT = Path.of("../packages/src/root");
  private static final Path CONFIGURATION = ROOT.resolve("etc/bora/bora.yaml");
  private static final Path TAPE = ROOT.resolve("usr/share/bora/examples/tape.yaml");

  @Test
  void theServicesCallVerbsAndOptionsThatThereAre() throws IOException {
    List<String> commands = new ArrayList<>();
    for (String unit : List.of("bora", "bora-frontend", "bora-door", "bora-backend")) {
      Files.readAllLines(ROOT.resolve("usr/lib/systemd/system/" + unit + ".service")).stream()
          .filter(line -> line.startsWith("Exec"))
          .map(line -> line.replaceFirst("^Exec[A-Za-z]+=-?/usr/bin/bora ", ""))
          .forEach(commands::add);
    }
    assertEquals(12, commands.size(), commands::toString);
    for (String command : commands) {
      String[] words = command.split(" ", -1);
      try {
        Main.commandLine(new Machine(Path.of("/usr/share/bora"), false, Map.of())).parseArgs(words);
      } catch (ParameterException unknown) {
        throw new AssertionError(Arrays.toString(words) + ": " + unknown.getMessage(), unknown);
      }
    }
  }

  @Test
  void theConfigurationLacksWhatOnlyTheSiteKnows() throws IOException {
    List<Integer> toFillIn = new ArrayList<>();
    List<String> lines = Files.readAllLines(CONFIGURATION);
    for (int line = 1; line <= lines.size(); line++) {
      if (lines.get(line - 1).contains("# FILL IN")) {
        toFillIn.add(line);
      }
    }
    assertEquals(2, toFillIn.size());
    Outcome outcome = ConfigurationFile.parse(CONFIGURATION, Files.readString(CONFIGURATION));
    List<Mistake> mistakes = ((Outcome.Invalid) outcome).mistakes();
    assertEquals(
        List.of("endpoint.host", "areas[0].root"), mistakes.stream().map(Mistake::key).toList());
  }

  @Test
  void filledInItHoldsWithoutTapeAndWithIt() throws IOException {
    assertValid(filledIn());
    String[] pieces = Files.readString(TAPE).split("(?m)^areas:$|^(?=tape:)", -1);
    assertEquals(3, pieces.length);
    String areas = "  # an area on tape";
    assertTrue(filledIn().contains(areas));
    assertValid(filledIn().replace(areas, pieces[1] + areas) + pieces[2]);
  }

  private static String filledIn() throws IOException {
    return Files.readString(CONFIGURATION)
        .replaceFirst("host: \"\" +#", "host: se.example.org #")
        .replaceFirst("root: +#", "root: /storage/myvo #");
  }

  private static void assertValid(String text) {
    Outcome outcome = ConfigurationFile.parse(CONFIGURATION, text);
    assertTrue(outcome instanceof Outcome.Valid, outcome::toString);
  }
}
