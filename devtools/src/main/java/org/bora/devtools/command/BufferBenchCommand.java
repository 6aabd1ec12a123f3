package org.bora.devtools.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.devtools.bench.buffer.BufferBench;
import org.bora.launcher.command.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bora bench buffer}. */
@Command(
    name = "buffer",
    description =
        "Simulates puts, recalls and pins through the disk buffer of a tape area and prints"
            + " its occupancy. Exits with 1 if a promise was broken.",
    showDefaultValues = true)
public final class BufferBenchCommand implements Callable<Integer> {
  private static final long TERA = 1_000_000_000_000L;

  private final Machine machine;

  @Mixin private BenchReport report;

  @Option(
      names = "--terabytes",
      paramLabel = "N",
      description = "Total size of the puts; the buffer has a fifth of it.")
  private int terabytes = 100;

  @Option(names = "--high", paramLabel = "PERCENT", description = "High watermark of the buffer.")
  private int high = BufferSettings.defaults().highPercent();

  @Option(names = "--low", paramLabel = "PERCENT", description = "Low watermark of the buffer.")
  private int low = BufferSettings.defaults().lowPercent();

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = "Order in which files leave the buffer: ${COMPLETION-CANDIDATES}.")
  private ReleaseOrder order = BufferSettings.defaults().order();

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the random generator.")
  private long seed = 1;

  public BufferBenchCommand(Machine machine) {
    this.machine = machine;
  }

  @Override
  public Integer call() throws IOException {
    boolean kept =
        new BufferBench(terabytes * TERA, new BufferSettings(high, low, order), seed)
            .run(report.out(), report.files(machine));
    return kept ? 0 : 1;
  }
}
