package org.bora.launcher.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.Mistake;
import org.bora.storm.report.Findings;
import org.bora.storm.report.ImportReport;
import org.bora.storm.source.UnreadableSource;
import org.bora.storm.state.StormState;
import org.bora.storm.translate.StormSite.BoraDatabase;
import org.bora.storm.translate.Translation;
import org.bora.storm.translate.Translation.Draft;

/** Makes a configuration of StoRM's files, checks it and writes it. */
public final class StormImport {
  private final Target target;
  private final RandomGenerator random;
  private final InstantSource clock;

  /**
   * Where to, and from when on.
   *
   * @param output the directory that everything is written into
   * @param force whether files that are there are written anew
   * @param database Bora's own
   * @param stopped when StoRM was stopped; absent for what the configuration that is there says, or
   *     else for now
   */
  public record Target(
      Path output, boolean force, BoraDatabase database, Optional<Instant> stopped) {
    public Target {
      Objects.requireNonNull(output, "output");
      Objects.requireNonNull(database, "database");
      Objects.requireNonNull(stopped, "stopped");
    }
  }

  /**
   * What came of it.
   *
   * @param written the files, in the order in which to read them
   * @param mistakes that Bora finds in the configuration: to be mended by hand
   * @param failure why what lives in StoRM's database was not taken over, or not all of it; absent
   *     where it was, or was not asked for
   */
  public record Outcome(
      ImportReport report, List<Path> written, List<Mistake> mistakes, Optional<String> failure) {
    public Outcome {
      written = List.copyOf(written);
      mistakes = List.copyOf(mistakes);
    }

    /**
     * Whether the configuration can be used as it is: Bora accepts it, every setting was
     * understood, no area is weaker than StoRM's, and everything was taken over.
     */
    public boolean isWhole() {
      return mistakes.isEmpty() && failure.isEmpty() && !report.needsDecision();
    }
  }

  /**
   * @param random for the token of pullers: not to be guessed
   */
  public StormImport(Target target, RandomGenerator random, InstantSource clock) {
    this.target = Objects.requireNonNull(target, "target");
    this.random = Objects.requireNonNull(random, "random");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * Executes the import.
   *
   * @param state the live content of StoRM's database, if known, so that areas keep their tokens
   * @throws UnreadableSource if a file of StoRM cannot be read; nothing is written
   * @throws IOException if the output cannot be written
   */
  public Outcome run(StormFiles files, Optional<StormState> state)
      throws UnreadableSource, IOException {
    OutputFiles output = new OutputFiles(target.output(), target.force());
    output.refuseWhatIsThere();
    Findings findings = new Findings();
    Path configuration = output.configuration();
    Instant stopped =
        target.stopped().or(() -> toldBefore(configuration)).orElseGet(clock::instant);
    Draft draft = new Translation(files.read(state, target.database(), stopped), findings).draft();
    List<Mistake> mistakes =
        switch (ConfigurationFile.parse(configuration, draft.yaml())) {
          case ConfigurationFile.Outcome.Invalid invalid -> invalid.mistakes();
          case ConfigurationFile.Outcome.Valid valid -> List.of();
        };
    output.write(draft, random);
    ImportReport report = new ImportReport(findings.all());
    output.writeReport(report);
    return new Outcome(report, output.written(), mistakes, Optional.empty());
  }

  /** Bora may have served the areas since, and its files would be taken for StoRM's. */
  private static Optional<Instant> toldBefore(Path configuration) {
    return ConfigurationFile.read(configuration) instanceof ConfigurationFile.Outcome.Valid valid
        ? valid.configuration().areas().stream()
            .flatMap(area -> area.tree().stormUntil().stream())
            .min(Comparator.naturalOrder())
        : Optional.empty();
  }
}
