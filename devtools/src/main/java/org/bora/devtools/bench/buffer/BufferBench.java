package org.bora.devtools.bench.buffer;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.bora.backend.stage.BufferSettings;
import org.bora.devtools.bench.report.Chart;
import org.bora.devtools.bench.report.Page;
import org.bora.devtools.bench.report.ReportFiles;

/**
 * Runs loads through a buffer that has room for 20 % of their bytes.
 *
 * @param putBytes of each load
 */
public record BufferBench(long putBytes, BufferSettings settings, long seed) {
  private static final double TERA = 1e12;
  private static final int PARTS = 5;
  private static final long PUT_RATE = 1_000_000_000L;
  private static final long TAPE_RATE = 1_600_000_000L;

  public BufferBench {
    if (putBytes < TERA) {
      throw new IllegalArgumentException("fewer than 1 TB say nothing of a buffer");
    }
  }

  List<BufferRun> runs() {
    long capacity = putBytes / PARTS;
    // long enough for half as much again as the buffer has to arrive
    Duration outage = Duration.ofSeconds(capacity / PUT_RATE * 3 / 2);
    return List.of(
        run(
            "steady",
            "Puts by day and night, a recall for each fourth, a pin for each second.",
            capacity,
            Duration.ZERO),
        run(
            "tapes-down",
            "The same, but no tape is written for as long as the buffer needs to fill one and a"
                + " half times: puts must be refused then, and nothing may be lost.",
            capacity,
            outage));
  }

  private BufferRun run(String name, String story, long capacity, Duration outage) {
    BufferLoad load =
        new BufferLoad(name, story, putBytes, capacity, PUT_RATE, TAPE_RATE, 0.25, 0.5, outage);
    return BufferSimulation.run(load, settings, seed);
  }

  /**
   * Runs, prints a summary, writes the report.
   *
   * @return whether the promises were kept
   */
  public boolean run(PrintWriter out, ReportFiles report) throws IOException {
    List<BufferRun> runs = runs();
    for (BufferRun run : runs) {
      out.printf(
          Locale.ROOT,
          "%-10s %d puts, %d recalls; at most %.1f of %.1f TB; overflows %d, refused %d"
              + " (needlessly %d), pinned that left %d, not on tape that left %d%n",
          run.load().name(),
          run.puts(),
          run.recalls(),
          run.mostOccupied() / TERA,
          run.load().capacity() / TERA,
          run.overflows(),
          run.refused(),
          run.refusedNeedlessly(),
          run.pinnedLeft(),
          run.notOnTapeLeft());
    }
    report.write(figures(runs), page(runs));
    out.println("figures: " + report.json() + "\nreport:  " + report.html());
    return runs.stream().allMatch(BufferRun::isKept);
  }

  private Map<String, Object> figures(List<BufferRun> runs) {
    Map<String, Object> loads = new LinkedHashMap<>();
    for (BufferRun run : runs) {
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("capacityBytes", run.load().capacity());
      figures.put("mostOccupiedBytes", run.mostOccupied());
      figures.put("puts", run.puts());
      figures.put("recalls", run.recalls());
      figures.put("pins", run.pins());
      figures.put("releases", run.releases());
      figures.put("rounds", run.rounds());
      figures.put("overflows", run.overflows());
      figures.put("refused", run.refused());
      figures.put("refusedNeedlessly", run.refusedNeedlessly());
      figures.put("pinnedLeft", run.pinnedLeft());
      figures.put("notOnTapeLeft", run.notOnTapeLeft());
      figures.put("seconds", run.lasted().toSeconds());
      loads.put(run.load().name(), figures);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("putBytes", putBytes);
    all.put("highPercent", settings.highPercent());
    all.put("lowPercent", settings.lowPercent());
    all.put("order", settings.order().name());
    all.put("seed", seed);
    all.put("loads", loads);
    return all;
  }

  private Page page(List<BufferRun> runs) {
    Page page = new Page("The disk before the tape: occupancy");
    page.text(
        String.format(
            Locale.ROOT,
            "Simulated time: %.0f TB of puts of 0.5 to 4 GB, 1 GB/s on average, tapes written at"
                + " 1.6 GB/s, a buffer of a fifth, marks %d %% and %d %%, order %s, seed %d. Which"
                + " files leave and how many is decided by the server's own classes.",
            putBytes / TERA,
            settings.highPercent(),
            settings.lowPercent(),
            settings.order().name().toLowerCase(Locale.ROOT).replace('_', '-'),
            seed));
    for (BufferRun run : runs) {
      page.section(run.load().name()).text(run.load().story());
      page.table(
          List.of("what", "count"),
          List.of(
              List.of("puts", "" + run.puts()),
              List.of("recalls", "" + run.recalls()),
              List.of("pins besides", "" + run.pins()),
              List.of("files released, in rounds", run.releases() + ", " + run.rounds()),
              List.of("times the buffer overflowed (must be 0)", "" + run.overflows()),
              List.of("pinned files that left (must be 0)", "" + run.pinnedLeft()),
              List.of("files not on tape that left (must be 0)", "" + run.notOnTapeLeft()),
              List.of("attempts refused for lack of room", "" + run.refused()),
              List.of("of these needlessly (must be 0)", "" + run.refusedNeedlessly())));
      page.chart(occupancy(run));
    }
    return page;
  }

  private Chart occupancy(BufferRun run) {
    long capacity = run.load().capacity();
    return new Chart(
        "What is on disk",
        "hours",
        "TB",
        List.of(
            line(
                "occupied, with what is being written or recalled",
                run,
                BufferRun.Sample::occupied),
            line("not on tape yet", run, BufferRun.Sample::notOnTape),
            line("pinned", run, BufferRun.Sample::pinned),
            limit("capacity", capacity, run),
            limit("high mark", settings.highBytes(capacity), run),
            limit("low mark", settings.lowBytes(capacity), run)));
  }

  private static Chart.Line line(
      String name, BufferRun run, ToLongFunction<BufferRun.Sample> what) {
    List<Chart.Point> points = new ArrayList<>();
    for (BufferRun.Sample sample : run.samples()) {
      points.add(
          new Chart.Point(sample.at().toSeconds() / 3600.0, what.applyAsLong(sample) / TERA));
    }
    return new Chart.Line(name, points, false);
  }

  private static Chart.Line limit(String name, long bytes, BufferRun run) {
    double end = run.lasted().toSeconds() / 3600.0;
    return new Chart.Line(
        name, List.of(new Chart.Point(0, bytes / TERA), new Chart.Point(end, bytes / TERA)), true);
  }
}
