package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** So that their words are UTF-8 wherever they run, and tests can catch them in one process. */
class VerbsPrintToTheirCommandLineTest {
  /** Where the writers come from, and what becomes, or begins, a process. */
  private static final Set<String> OTHERS =
      Set.of(
          "Main.java",
          "UpCommand.java",
          "Background.java",
          "Server.java",
          "ServeCommand.java",
          "ProcessCommand.java",
          "TestCommand.java");

  private static final Pattern STREAM = Pattern.compile("System\\.(out|err)\\b");

  @Test
  void noneTakesTheStreamsOfTheProcess() throws IOException {
    Set<String> found = new TreeSet<>();
    for (String module : List.of("launcher", "devtools")) {
      try (Stream<Path> all = Files.walk(Path.of("..", module, "src/main/java"))) {
        for (Path file : all.filter(each -> each.toString().endsWith(".java")).toList()) {
          if (STREAM.matcher(Files.readString(file)).find()) {
            found.add(file.getFileName().toString());
          }
        }
      }
    }
    assertEquals(new TreeSet<>(OTHERS), found, "print to the writers of the command line");
  }
}
