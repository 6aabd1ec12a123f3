package org.bora.launcher.storm;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.bora.launcher.storm.StormImport.Outcome;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.config.Mistake;
import org.bora.server.wire.StartFailure;
import org.bora.server.wire.StormTakeover;
import org.bora.storm.report.Findings;
import org.bora.storm.report.ImportReport;
import org.bora.storm.report.Spot;
import org.bora.storm.state.StormState;
import org.bora.storm.state.Takeover;

/**
 * Takes over what lives in StoRM's database, by a configuration that an administrator has made his
 * own; only reports are written.
 */
public final class StormHandover {
  private final Path configuration;
  private final Optional<Instant> stopped;
  private final Consumer<String> progress;
  private final Takeover.Steps steps;

  /**
   * @param stopped when StoRM was stopped, if given
   * @param progress gets a sentence before each long step
   * @param steps get the progress
   */
  public StormHandover(
      Path configuration,
      Optional<Instant> stopped,
      Consumer<String> progress,
      Takeover.Steps steps) {
    this.configuration = Objects.requireNonNull(configuration, "configuration");
    this.stopped = Objects.requireNonNull(stopped, "stopped");
    this.progress = Objects.requireNonNull(progress, "progress");
    this.steps = Objects.requireNonNull(steps, "steps");
  }

  /**
   * Executes it; the report has what was taken over, even after a failure.
   *
   * @throws IOException if the report cannot be written
   */
  public Outcome run(StormState state) throws IOException, InterruptedException {
    OutputFiles output = new OutputFiles(configuration.toAbsolutePath().getParent(), true);
    Findings findings = new Findings();
    List<Mistake> mistakes = List.of();
    Optional<String> failure = Optional.empty();
    try {
      switch (ConfigurationFile.read(configuration)) {
        case ConfigurationFile.Outcome.Invalid invalid -> {
          mistakes = invalid.mistakes();
          failure = Optional.of("nothing was taken over: the configuration has mistakes");
        }
        case ConfigurationFile.Outcome.Valid valid -> {
          tellTimes(valid.configuration(), findings);
          failure = takeOver(valid.configuration(), state, findings);
        }
      }
    } finally {
      output.writeTakeover(new ImportReport(findings.all()));
    }
    return new Outcome(new ImportReport(findings.all()), output.written(), mistakes, failure);
  }

  private Optional<String> takeOver(Configuration valid, StormState state, Findings findings)
      throws InterruptedException {
    try {
      return StormTakeover.run(valid, state, findings, progress, steps);
    } catch (StartFailure refused) {
      return Optional.of("nothing was taken over: " + refused.getMessage());
    } catch (IOException unreadable) {
      return Optional.of("nothing was taken over: " + unreadable);
    }
  }

  /**
   * The configuration was made while StoRM was running: files that StoRM wrote since are newer than
   * that time.
   */
  private void tellTimes(Configuration valid, Findings findings) {
    valid
        .areas()
        .forEach(
            area ->
                area.tree()
                    .stormUntil()
                    .ifPresent(until -> tellTime(area.name(), until, findings)));
  }

  private void tellTime(String area, Instant until, Findings findings) {
    String key = "areas." + area + ".storm-until";
    Spot place = new Spot(configuration.getFileName().toString(), 0, key);
    String why =
        "files that StoRM changed later have no checksum of their own, and those that only its tape"
            + " system has would be thought to be on disk";
    if (stopped.isEmpty()) {
      findings.kept(place, until.toString(), "", "this must be when StoRM was stopped, for " + why);
    } else if (stopped.get().equals(until)) {
      findings.kept(place, until.toString(), "");
    } else {
      findings.changed(
          place, until.toString(), "", "write " + key + ": " + stopped.get() + ", for " + why);
    }
  }
}
