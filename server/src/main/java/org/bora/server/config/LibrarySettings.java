package org.bora.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.stage.board.BoardSettings;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.settings.Written;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.bora.storage.tape.script.ScriptSettings;
import org.bora.storage.tape.table.RecallTableSettings;
import org.bora.storage.tape.wire.Verification;

/**
 * A tape system.
 *
 * @param name used in areas, tables and attributes of files; must never change
 * @param system kind of tape system
 */
public record LibrarySettings(String name, TapeSystem system) {

  /** Kinds of tape systems, as the key {@code driver} names them. */
  enum Driver {
    VIRTUAL,
    SCRIPT,
    RECALL_TABLE
  }

  /** The kind of a tape system. */
  public sealed interface TapeSystem {
    /** A virtual library: volumes are files, drives are threads. */
    record Virtual(VirtualLibrarySettings settings) implements TapeSystem {}

    /** A tape system behind a program of the site. */
    record Script(ScriptSettings settings) implements TapeSystem {}

    /**
     * A tape system that fetches its work over HTTPS.
     *
     * @param board the port from which it fetches work
     * @param certificate of the host, PEM, with its chain; used if the port has TLS
     * @param key PEM without a pass phrase
     */
    record RecallTable(
        @Flat RecallTableSettings settings,
        @Flat BoardSettings board,
        @Key(preset = "/etc/grid-security/hostcert.pem") Path certificate,
        @Key(preset = "/etc/grid-security/hostkey.pem") Path key)
        implements TapeSystem, Keys {

      private RecallTable with(Verification verification) {
        return new RecallTable(settings.with(verification), board, certificate, key);
      }
    }
  }

  public LibrarySettings {
    Objects.requireNonNull(system, "system");
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
      throw new IllegalArgumentException(
          "name '"
              + name
              + "' is written into every file on tape: 1 to 63 letters, digits, dots, hyphens or"
              + " underscores");
    }
  }

  /** Whether its copies count as verified without a checksum. */
  public boolean isTrusted() {
    return Verification.TRUSTED
        == switch (system) {
          case TapeSystem.Virtual _ -> Verification.CHECKSUM;
          case TapeSystem.Script(ScriptSettings settings) -> settings.verification();
          case TapeSystem.RecallTable table -> table.settings().verification();
        };
  }

  /** An element of {@code tape.libraries}. */
  record Said(
      @Key(allowed = "a name of your choice") String name,
      @Key Driver driver,
      @Key(preset = "checksum") Verification verification,
      VirtualSection virtual,
      ScriptSection script,
      TapeSystem.RecallTable recallTable)
      implements Keys {}

  static Optional<LibrarySettings> of(Section section, Said said) {
    Driver driver = said.driver;
    if (driver == Driver.VIRTUAL && said.verification != Verification.CHECKSUM) {
      section.mistake(
          "verification has no effect with driver: virtual, which always reads back what it wrote");
    }
    Section virtual = section.section("virtual");
    Section script = section.section("script");
    Section pulled = section.section("recall-table");
    Optional<VirtualLibrarySettings> volumes = virtual.build(said.virtual::settings);
    Optional<ScriptSettings> program =
        said.script.settings(script, driver == Driver.SCRIPT, said.verification);
    for (Section other : List.of(virtual, script, pulled)) {
      other.refuseUnless(Written.write(driver), "driver");
    }
    Optional<? extends TapeSystem> system =
        switch (driver) {
          case VIRTUAL -> volumes.map(TapeSystem.Virtual::new);
          case SCRIPT -> program.map(TapeSystem.Script::new);
          case RECALL_TABLE -> Optional.of(said.recallTable.with(said.verification));
        };
    return system.flatMap(chosen -> section.build(() -> new LibrarySettings(said.name, chosen)));
  }
}
