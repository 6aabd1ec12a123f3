package org.bora.server.wire;

import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.server.check.Half;
import org.bora.server.check.Inspection;
import org.bora.server.check.MachineFinding;
import org.bora.server.check.SealCheck;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last check before a start. It opens no port and asks no service. It reports everything that
 * is wrong with this machine at once, and prevents the start, rather than let it fail half way.
 */
public final class StartCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

  /** What an unmounted filesystem leaves behind, too. */
  private static final Set<Reason> ABSENT = Set.of(Reason.MISSING, Reason.DENIED, Reason.IO);

  private StartCheck() {}

  /**
   * Reports contradictions in the settings, for an administrator who checks before a start.
   *
   * @param home of an all-in-one Bora
   */
  public static List<MachineFinding> look(
      Configuration configuration, Half half, Optional<Path> home, InstantSource clock) {
    List<MachineFinding> findings =
        new ArrayList<>(new Inspection(configuration, half, home).look(clock));
    if (half.hasAreas()) {
      if (configuration.areas().isEmpty()) {
        findings.add(
            new MachineFinding(
                true, "areas", "no storage area is configured; name at least one under 'areas'"));
      }
      drivers(configuration, findings);
    }
    if (half.hasEngine()) {
      mapping(configuration).ifPresent(findings::add);
    }
    return findings;
  }

  /**
   * Only a process that may give files away reads it; an area of a try grid may be still to be
   * made.
   */
  private static Optional<MachineFinding> mapping(Configuration configuration) {
    if (configuration.tryGrid() || !ProcessRights.ofThisProcess().mayGiveAway()) {
      return Optional.empty();
    }
    try {
      MappingParts.of(configuration.backend().mapping());
      return Optional.empty();
    } catch (StartFailure wrong) {
      return Optional.of(
          new MachineFinding(
              true,
              "mapping",
              wrong.getMessage()
                  + "; correct it, or set mapping.grid-mapfile to another file, or one account for all by"
                  + " mapping.static-account"));
    }
  }

  /** Whether the filesystems are what their drivers are for: each root is opened and closed. */
  private static void drivers(Configuration configuration, List<MachineFinding> findings) {
    if (configuration.tryGrid()) {
      return;
    }
    for (AreaSettings area : configuration.areas()) {
      boolean told =
          findings.stream()
              .map(MachineFinding::key)
              .anyMatch(key -> key.equals("areas") || key.equals("areas." + area.name() + ".root"));
      if (!told) {
        open(area).ifPresent(findings::add);
      }
    }
  }

  private static Optional<MachineFinding> open(AreaSettings area) {
    try {
      Areas.driver(area).open(area.root(), area.tree()).close();
      return Optional.empty();
    } catch (StorageException wrong) {
      String text = "area " + area.name() + ": " + wrong.getMessage();
      return Optional.of(
          ABSENT.contains(wrong.reason())
              ? MachineFinding.absent("areas." + area.name(), text)
              : new MachineFinding(true, "areas." + area.name(), text));
    }
  }

  /**
   * Checks, and returns warnings.
   *
   * @param directory of a process with areas, for its seal keys
   * @throws StartFailure with all errors, one per line
   */
  static void check(
      Configuration configuration, Half half, Optional<Path> home, Optional<Path> directory)
      throws StartFailure {
    List<MachineFinding> findings =
        new ArrayList<>(look(configuration, half, home, Clock.systemUTC()));
    directory.map(place -> new SealCheck(place).look()).ifPresent(findings::addAll);
    long absent = findings.stream().filter(MachineFinding::mayAppear).count();
    // the others are served, and these when they are mounted
    require(
        absent < configuration.areas().size()
            ? findings.stream().map(MachineFinding::whereOthersAreThere).toList()
            : findings);
  }

  /**
   * Returns warnings.
   *
   * @throws StartFailure with all errors, one per line
   */
  static void require(List<MachineFinding> findings) throws StartFailure {
    findings.stream()
        .filter(finding -> !finding.grave())
        .forEach(finding -> LOG.warn("{}", finding));
    List<String> grave =
        findings.stream().filter(MachineFinding::grave).map(MachineFinding::toString).toList();
    if (!grave.isEmpty()) {
      throw new StartFailure(String.join("\n", grave));
    }
  }
}
