package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The operator's guide stays short, and installs Bora as the page that is run from end to end. */
class OperatorsGuideTest {
  private static final String GUIDE = "docs/operate/guide.md";
  private static final String INSTALL = "docs/operate/install.md";

  /** What ten printed pages hold with tables and commands, at 300 words on each. */
  private static final int WORDS = 3_000;

  /**
   * The commands change the packages and services of a machine, so they run where install.md does.
   */
  @Test
  void everyCommandThatInstallsStandsInThePageThatIsRun() {
    Set<String> run = new HashSet<>();
    for (CommandBlock block : CommandBlock.all()) {
      boolean held = RunBy.of(block).filter(row -> !row.runner().equals(RunBy.NOBODY)).isPresent();
      if (held && block.page().equals(INSTALL)) {
        run.addAll(block.lines());
      }
    }
    List<CommandBlock> blocks =
        CommandBlock.of(GUIDE, "launcher/src/test/java/org/bora/launcher/OperatorsGuideTest.java");
    assertTrue(blocks.size() > 5, blocks::toString);
    List<String> strangers = new ArrayList<>();
    blocks.forEach(
        block ->
            block.lines().stream().filter(line -> !run.contains(line)).forEach(strangers::add));
    assertEquals(List.of(), strangers, "not in " + INSTALL);
  }

  @Test
  void theGuideHasAtMostTenPages() {
    String text = String.join("\n", MarkdownFile.of(GUIDE).lines());
    int words = text.strip().split("\\s+", -1).length;
    assertTrue(words <= WORDS, () -> words + " words");
  }

  @Test
  void everyAlertThatTheGuideNamesHasARunbook() {
    Set<String> runbooks = new HashSet<>(MarkdownFile.of("docs/operate/alerts.md").lines());
    Matcher named =
        Pattern.compile("`(Bora[A-Z][A-Za-z]+)`")
            .matcher(String.join("\n", MarkdownFile.of(GUIDE).lines()));
    assertTrue(named.find());
    do {
      assertTrue(runbooks.contains("## " + named.group(1)), named::group);
    } while (named.find());
    assertFalse(runbooks.isEmpty());
  }
}
