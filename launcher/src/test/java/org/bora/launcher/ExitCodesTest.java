package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** One table of exit codes: what a verb's help says of its codes is what the table says. */
class ExitCodesTest {
  private static final Pattern CODE = Pattern.compile("(?:: |; )(\\d) ([^;.]*)");
  private static final Pattern ROW = Pattern.compile("^\\| (\\d) \\| .* \\|$", Pattern.MULTILINE);

  /** What a meaning must begin with or have in it, where the code leaves no choice. */
  private static final Map<String, Pattern> ALWAYS =
      Map.of("3", Pattern.compile("^not running"), "4", Pattern.compile("could not be read"));

  private static void collect(String path, CommandLine verb, Map<String, String> helps) {
    helps.put(path, String.join(" ", verb.getCommandSpec().usageMessage().description()));
    verb.getSubcommands().forEach((name, below) -> collect(path + " " + name, below, helps));
  }

  @Test
  void everyCodeThatAVerbNamesIsInTheTable() throws IOException {
    Set<String> table = new TreeSet<>();
    Matcher rows = ROW.matcher(Files.readString(Path.of("../docs/operate/admin.md")));
    while (rows.find()) {
      table.add(rows.group(1));
    }
    assertEquals(Set.of("0", "1", "2", "3", "4"), table);
    Map<String, String> helps = new TreeMap<>();
    collect("bora", Main.commandLine(new Machine(Path.of("/nowhere"), false, Map.of())), helps);
    List<String> wrong = new ArrayList<>();
    int named = 0;
    for (Map.Entry<String, String> help : helps.entrySet()) {
      int at = help.getValue().indexOf("Exit codes:");
      if (at < 0) {
        continue;
      }
      Matcher codes = CODE.matcher(help.getValue().substring(at + "Exit codes".length()));
      while (codes.find()) {
        named++;
        Pattern always = ALWAYS.get(codes.group(1));
        if (!table.contains(codes.group(1))
            || (always != null && !always.matcher(codes.group(2)).find())) {
          wrong.add(help.getKey() + ": " + codes.group());
        }
      }
    }
    assertTrue(named > 40, "codes found in the help: " + named);
    assertEquals(List.of(), wrong);
  }
}
