package org.bora.launcher.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.launcher.bench.buffer.BufferBench;
import org.bora.launcher.bench.report.ReportFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bora bench buffer}. */
@Command(
    name = "buffer",
    description =
        "Puts, recalls and pins through the disk before the tape, in simulated time: occupancy, and"
            + " whether the promises are kept. Exits with 1 if not.",
    showDefaultValues = true)
public final class BufferBenchCommand implements Callable<Integer> {
  private static final long TERA = 1_000_000_000_000L;

  private final Machine machine;

  @Spec private CommandSpec spec;

  @Option(names = "--terabytes", paramLabel = "N", description = "Of puts; the buffer has a fifth.")
  private int terabytes = 100;

  @Option(names = "--high", paramLabel = "PERCENT", description = "The high mark.")
  private int high = BufferSettings.defaults().highPercent();

  @Option(names = "--low", paramLabel = "PERCENT", description = "The low mark.")
  private int low = BufferSettings.defaults().lowPercent();

  @Option(names = "--order", paramLabel = "ORDER", description = "${COMPLETION-CANDIDATES}")
  private ReleaseOrder order = BufferSettings.defaults().order();

  @Option(names = "--seed", paramLabel = "N", description = "Of what is random.")
  private long seed = 1;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "For buffer.json and buffer.html (default: load-tests/target).")
  private Path directory;

  public BufferBenchCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    Path target = directory == null ? machine.root().resolve("load-tests/target") : directory;
    boolean kept =
        new BufferBench(terabytes * TERA, new BufferSettings(high, low, order), seed)
            .run(spec.commandLine().getOut(), ReportFiles.in(target, "buffer"));
    return kept ? 0 : 1;
  }
}
