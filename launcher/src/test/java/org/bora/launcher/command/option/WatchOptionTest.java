package org.bora.launcher.command.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

class WatchOptionTest {
  @Command(name = "look")
  private static final class Look implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private WatchOption watch;
    private int times;

    @Override
    public Integer call() throws Exception {
      return watch.run(
          () -> {
            times++;
            spec.commandLine().getOut().println("look " + times);
            if (times == 2) {
              Thread.currentThread().interrupt();
            }
            return 7;
          });
    }
  }

  private final Look look = new Look();
  private final StringWriter out = new StringWriter();

  private int run(String... words) {
    CommandLine line = new CommandLine(look);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(new StringWriter(), true));
    return line.execute(words);
  }

  @Test
  void withoutItTheLookIsOneAndItsCodeTheVerbs() {
    assertEquals(7, run());
    assertEquals("look 1\n", out.toString());
  }

  @Test
  void withItTheLookIsRepeatedUntilItIsInterruptedAndAFileGetsNoControlCharacters() {
    run("--watch=1");
    Thread.interrupted();
    assertEquals("look 1\nlook 2\n", out.toString());
  }

  @Test
  void noTimeAtAllIsNone() {
    assertEquals(2, run("--watch=0"));
    assertTrue(out.toString().isEmpty());
  }
}
