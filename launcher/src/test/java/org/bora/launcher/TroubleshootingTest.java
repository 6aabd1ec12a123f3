package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

/** docs/operate/troubleshooting.md knows whatever a client may come with. */
class TroubleshootingTest {
  private static final Pattern STATUS = Pattern.compile("SRM_[A-Z_]+");

  /** Of the contract, and never answered. */
  private static final SrmStatus NEVER = SrmStatus.CUSTOM_STATUS;

  @Test
  void everyStatusThatIsNoSuccessHasARow() {
    List<String> rows =
        MarkdownFile.of("docs/operate/troubleshooting.md").lines().stream()
            .filter(line -> line.startsWith("| SRM_"))
            .flatMap(line -> STATUS.matcher(line.split("\\|", -1)[1]).results())
            .map(MatchResult::group)
            .toList();
    Set<String> told =
        Arrays.stream(SrmStatus.values())
            .filter(status -> status.kind() != SrmStatus.Kind.WELL && status != NEVER)
            .map(SrmStatus::wireName)
            .collect(Collectors.toSet());
    assertEquals(new TreeSet<>(told), new TreeSet<>(rows));
  }
}
