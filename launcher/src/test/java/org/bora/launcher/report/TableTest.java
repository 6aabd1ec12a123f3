package org.bora.launcher.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableTest {
  private static Table table() {
    return new Table("no files", Set.of("SIZE"), "NAME", "SIZE", "NOTE");
  }

  @Test
  void cellsStandBelowTheirHeadingsAndNumbersAtTheRight() {
    Table table = table().row("a", "1.0 GiB", "").row("longer", "7 B", "pinned").note("more");
    assertEquals(
        """
        NAME       SIZE  NOTE
        a       1.0 GiB
        longer      7 B  pinned
        more""",
        String.join("\n", table.lines(false)));
  }

  @Test
  void aTableWithoutRowsSaysSo() {
    assertEquals(List.of("no files"), table().lines(true));
    assertEquals(List.of("no files"), table().below(table()).lines(false));
  }

  @Test
  void onATerminalHeadingsAreBoldAndWhatIsBadIsRedAndStillAligned() {
    Table table = table().row("a", Table.bad("7 B"), Table.bad("LOST")).row("b", "10 B", "x");
    assertEquals(
        List.of(
            "\u001b[1mNAME  SIZE  NOTE\u001b[0m",
            "a      \u001b[31m7 B\u001b[0m  \u001b[31mLOST\u001b[0m",
            "b     10 B  x"),
        table.lines(true));
  }

  @Test
  void textFromOutsideCannotMoveTheCursor() {
    assertEquals(
        "a?[2J?", table().row("a\u001b[2J\n", null, "").lines(true).getLast().stripTrailing());
  }

  @Test
  void whatMayBeLongIsNotCutAndStillCannotMoveTheCursor() {
    String text = "x".repeat(700);
    assertEquals(
        "a           " + text + "?",
        table().row("a", "", Table.whole(text + "\n")).lines(false).getLast());
  }

  @Test
  void anotherTableStandsBelowIfItHasRows() {
    Table table = table().row("a", "", "").below(table().row("b", "", ""));
    assertEquals(List.of("NAME  SIZE  NOTE", "a", "", "NAME  SIZE  NOTE", "b"), table.lines(false));
  }

  @Test
  void severalTablesStandBelowOneAnother() {
    Table table = table().row("a", "", "").below(table().row("b", "", "")).below(table());
    assertEquals(5, table.lines(false).size(), "one without rows is left out");
    assertEquals("no files", table.then(table()).lines(false).getLast());
  }

  @Test
  void aRowHasACellForEachHeading() {
    assertThrows(IllegalArgumentException.class, () -> table().row("a"));
  }
}
