package org.bora.launcher.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ManualPageTest {

  @Command(name = "ship", description = "Ships things.", subcommands = Sail.class)
  static final class Ship {}

  @Command(
      name = "sail",
      description = {"Sails away. It may take long.", ".dots and \\ are text"})
  static final class Sail {
    @Option(
        names = {"-t", "--to-port"},
        paramLabel = "PORT",
        description = "Where to (default: ${DEFAULT-VALUE}).",
        defaultValue = "Brest")
    String port;

    @Option(names = "--secret", hidden = true, description = "Not shown.")
    boolean secret;

    @Parameters(paramLabel = "CREW", description = "'Crew' of the ship.")
    String crew;
  }

  private static final CommandLine SHIP = new CommandLine(new Ship());
  private static final ManualPage SAIL = new ManualPage(SHIP.getSubcommands().get("sail"), "1.2");

  @Test
  void aVerbBelowAnotherHasAPageOfItsOwn() {
    assertEquals("ship-sail.1", SAIL.file());
    assertEquals("ship.1", new ManualPage(SHIP, "1.2").file());
    assertTrue(new ManualPage(SHIP, "1.2").text().contains("\\fBship\\-sail\\fR(1)"));
  }

  @Test
  void nameIsTheFirstSentence() {
    assertTrue(SAIL.text().contains(".SH NAME\nship-sail \\- Sails away\n"), SAIL.text());
  }

  @Test
  void whatLooksLikeAMacroIsText() {
    assertTrue(SAIL.text().contains("\n\\&.dots and \\e are text\n"), SAIL.text());
    assertTrue(SAIL.text().contains("\n\\&'Crew' of the ship.\n"), SAIL.text());
  }

  @Test
  void optionsHaveTheirDefaultsAndHiddenOnesAreLeftOut() {
    assertTrue(
        SAIL.text()
            .contains(".TP\n\\fB\\-t, \\-\\-to\\-port=PORT\\fR\nWhere to (default: Brest).\n"),
        SAIL.text());
    assertFalse(SAIL.text().contains("secret"), SAIL.text());
  }
}
