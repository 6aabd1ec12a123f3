package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.backend.stage.board.BoardSettings;
import org.bora.door.PortBounds;
import org.bora.launcher.config.LibrarySettings.TapeSystem;
import org.bora.storage.tape.table.RecallTableSettings;
import org.bora.storage.tape.wire.Verification;

/** Reads the section {@code recall-table} of a library. */
final class RecallTableSection {
  private static final String USUAL_PORT = "8447";

  private RecallTableSection() {}

  /** Absent where the records refuse, which is told. */
  static Optional<TapeSystem.RecallTable> read(
      Section section, Path base, Verification verification) {
    RecallTableSettings preset = RecallTableSettings.defaults();
    int drives =
        section.value(
            "drives", Values.number(1, RecallTableSettings.MAX_DRIVES), "" + preset.drives());
    Duration batch =
        time(
            section,
            "longest-batch",
            RecallTableSettings.SHORTEST_BATCH,
            RecallTableSettings.LONGEST_BATCH,
            preset.batch());
    Duration query =
        time(
            section,
            "longest-query",
            RecallTableSettings.SHORTEST_QUERY,
            RecallTableSettings.LONGEST_QUERY,
            preset.query());
    Duration look =
        time(
            section,
            "look",
            RecallTableSettings.SHORTEST_LOOK,
            RecallTableSettings.LONGEST_LOOK,
            preset.look());
    Optional<BoardSettings> port = port(section, base);
    Path certificate =
        section.value("certificate", Values.path(base), "/etc/grid-security/hostcert.pem");
    Path key = section.value("key", Values.path(base), "/etc/grid-security/hostkey.pem");
    section.finish();
    Optional<RecallTableSettings> table =
        section.build(() -> new RecallTableSettings(drives, batch, query, look, verification));
    return table.flatMap(
        settings ->
            port.map(board -> new TapeSystem.RecallTable(settings, board, certificate, key)));
  }

  private static Optional<BoardSettings> port(Section section, Path base) {
    String host =
        section.value("host", Values.host("a name or an address to listen on"), "0.0.0.0");
    int port = section.value("port", Values.port(), USUAL_PORT);
    Path tokens = section.value("tokens", Values.path(base), "recall-table.tokens");
    boolean tls = section.value("tls", Values.flag(), "true");
    Duration lease =
        time(
            section,
            "puller-lease",
            BoardSettings.SHORTEST_LEASE,
            BoardSettings.LONGEST_LEASE,
            Duration.ofMinutes(30));
    PortBounds bounds =
        PortBoundsSection.read(section, BoardSettings.presetBounds())
            .orElseGet(BoardSettings::presetBounds);
    return section.build(() -> new BoardSettings(host, port, tokens, tls, lease, bounds));
  }

  private static Duration time(
      Section section, String key, Duration least, Duration most, Duration preset) {
    return section.value(key, Values.duration(least, most), Values.write(preset));
  }
}
