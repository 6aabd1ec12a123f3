package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every command of the documentation is run, as it stands there, or it is said why it cannot be.
 */
class CommandBlocksTest {

  @Test
  void everyBlockIsRunOrItIsSaidWhyNot() {
    List<CommandBlock> all = CommandBlock.all();
    assertTrue(all.size() > 50, all::toString);
    List<CommandBlock> without = all.stream().filter(block -> RunBy.of(block).isEmpty()).toList();
    assertEquals(List.of(), without, "needs a row in " + RunBy.TABLE);
  }

  @Test
  void everyRowIsOfABlockThatIsThere() {
    Set<RunBy> left = new HashSet<>(RunBy.all());
    assertEquals(RunBy.all().size(), left.size(), "a row stands there twice");
    CommandBlock.all().forEach(block -> RunBy.of(block).ifPresent(left::remove));
    assertEquals(Set.of(), left);
  }

  @Test
  void whoIsNamedTakesTheBlocksOfThatPage() throws IOException {
    List<RunBy> wrong = new ArrayList<>();
    for (RunBy row : RunBy.all()) {
      boolean nobody = row.runner().equals(RunBy.NOBODY);
      if (nobody ? row.why().isBlank() : !row.why().isBlank() || !row.isHeld()) {
        wrong.add(row);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void commandsStandInBlocksOfTheirOwn() {
    List<String> strayed =
        CommandBlock.pages().stream().flatMap(page -> CommandBlock.strayed(page).stream()).toList();
    assertEquals(List.of(), strayed, "write it as ```sh");
  }

  @Test
  void commandsAreToldFromConfigurationsAndAnswers() {
    for (String command :
        List.of(
            "    ./bora up",
            "    $ $C $U/v1/tasks",
            "        gfal-ls -l $BORA_SURL",
            "    kill $(head -1 backend.pid)",
            "    curl",
            "    docker/smoke --keep")) {
      assertTrue(CommandBlock.isCommand(command), command);
    }
    for (String other :
        List.of(
            "    mount: /gpfs",
            "    boradrops: 1",
            "    user.bora.file=\"v1 space=scratch\"",
            "    */5 * * * * root /usr/bin/bora publish srr",
            "    {\"counts\":[]}")) {
      assertFalse(CommandBlock.isCommand(other), other);
    }
  }
}
