package org.bora.launcher.command.option;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** {@code --watch} of a verb that shows something: repeats it until interrupted. */
public final class WatchOption {
  private static final String FROM_THE_TOP = "\u001b[H\u001b[J";

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "2",
      paramLabel = "SECONDS",
      description =
          "Repeat every SECONDS seconds (default: ${FALLBACK-VALUE}) until interrupted. On a"
              + " terminal, each answer replaces the last.")
  private Integer seconds;

  /** Shows it once. */
  public interface Look {
    /** Returns an exit code. */
    int once() throws IOException, InterruptedException;
  }

  /**
   * Looks once, or for ever.
   *
   * @return the exit code of the look
   */
  public int run(Look look) throws IOException, InterruptedException {
    if (seconds == null) {
      return look.once();
    }
    if (seconds < 1) {
      throw new ParameterException(spec.commandLine(), "--watch needs at least one second");
    }
    while (true) {
      again(look);
      Thread.sleep(Duration.ofSeconds(seconds));
    }
  }

  /** What it prints appears at once, so that the screen is never empty meanwhile. */
  private void again(Look look) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    StringWriter text = new StringWriter();
    spec.commandLine().setOut(new PrintWriter(text, true));
    try {
      look.once();
    } finally {
      spec.commandLine().setOut(out);
    }
    if (!text.toString().isEmpty()) {
      out.print((Terminal.isOne() ? FROM_THE_TOP : "") + text);
      out.flush();
    }
  }
}
