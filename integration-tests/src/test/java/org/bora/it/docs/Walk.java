package org.bora.it.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bora.it.site.Shell;
import org.bora.launcher.CommandBlock;

/**
 * The blocks of a page one after the other in one shell, as a reader pastes them; the first command
 * that fails ends it. What the page calls by a name of its example site is named here as it is in
 * the test.
 */
final class Walk {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** What pages use that a machine of tests may lack. */
  private static final List<String> PROGRAMS =
      List.of(
          "curl",
          "getfattr",
          "jq",
          "mariadb",
          "mariadb-dump",
          "promtool",
          "python3",
          "setfacl",
          "setsid");

  private final String page;
  private final List<CommandBlock> blocks;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, String> before = new LinkedHashMap<>();
  private final List<String> answers = new ArrayList<>();

  private Walk(String page, List<CommandBlock> blocks) {
    this.page = page;
    this.blocks = blocks;
  }

  /**
   * All blocks of a page that a test has to run.
   *
   * @param runner as run-by.tsv names the test
   */
  static Walk of(String page, String runner) {
    List<CommandBlock> blocks = CommandBlock.of(page, runner);
    assertTrue(!blocks.isEmpty(), () -> "run-by.tsv leaves no block of " + page + " to " + runner);
    return new Walk(page, blocks);
  }

  /** Those that begin so, and the others by themselves: one may need what a machine lacks. */
  Walk only(String begin) {
    return new Walk(page, blocks.stream().filter(block -> block.text().startsWith(begin)).toList());
  }

  /** The opposite of {@link #only}. */
  Walk without(String begin) {
    return new Walk(
        page, blocks.stream().filter(block -> !block.text().startsWith(begin)).toList());
  }

  /**
   * What the page says, and what stands for it here.
   *
   * @param shown must be in the page
   */
  Walk with(String shown, Object here) {
    names.put(shown, here.toString());
    return this;
  }

  /**
   * What a reader has, or does, before a block.
   *
   * @param begin of the block
   * @param commands of the test
   */
  Walk before(String begin, String commands) {
    before.put(begin, commands);
    return this;
  }

  /** What has to be among the answers. */
  Walk answering(String... words) {
    answers.addAll(List.of(words));
    return this;
  }

  /** A block as it is run here, to be run once more. */
  String block(String begin) {
    return blocks.stream()
        .filter(block -> block.text().startsWith(begin))
        .findFirst()
        .map(this::here)
        .orElseThrow(() -> new AssertionError(page + " has no block that begins so: " + begin));
  }

  String page() {
    return page;
  }

  /** Runs it; skipped where the machine lacks a program of the page. */
  void run(Shell shell, Path desk) throws IOException {
    String commands = commands();
    for (String program : PROGRAMS) {
      assumeTrue(
          !Pattern.compile("(?m)(^|[ (])" + program + " ").matcher(commands).find()
              || isInstalled(program),
          () -> page + " needs " + program);
    }
    Path script = Files.createTempFile(desk, "walk", ".sh");
    Files.writeString(script, "trap 'echo \"=== failed: $BASH_COMMAND\"' ERR\n" + commands);
    Shell.Result result =
        shell.run(PATIENCE, "bash", "-eE", "-o", "pipefail", script.toString()).succeeded();
    for (String answer : answers) {
      assertTrue(
          result.output().contains(answer),
          () -> page + " was not answered '" + answer + "':\n" + result.output());
    }
  }

  private static boolean isInstalled(String program) {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(System.getenv("PATH"))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private String commands() {
    StringBuilder commands = new StringBuilder();
    Map<String, String> waiting = new LinkedHashMap<>(before);
    for (CommandBlock block : blocks) {
      before.forEach(
          (begin, own) -> {
            if (block.text().startsWith(begin) && waiting.remove(begin) != null) {
              commands.append(own).append('\n');
            }
          });
      commands.append("echo '=== ").append(page).append(':').append(block.line()).append("'\n");
      commands.append(
          block.language().equals("sql")
              ? "mariadb bora <<'SQL'\n" + here(block) + "SQL\n"
              : here(block));
    }
    assertTrue(waiting.isEmpty(), () -> page + " has no block that begins so: " + waiting.keySet());
    for (String shown : names.keySet()) {
      assertTrue(
          blocks.stream().anyMatch(block -> block.text().contains(shown)),
          () -> page + " shows no " + shown);
    }
    return commands.toString();
  }

  private String here(CommandBlock block) {
    String text = block.text();
    for (Map.Entry<String, String> name : names.entrySet()) {
      text = text.replace(name.getKey(), name.getValue());
    }
    return text;
  }
}
