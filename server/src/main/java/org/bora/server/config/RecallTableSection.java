package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.backend.stage.board.BoardSettings;
import org.bora.port.PortBounds;
import org.bora.server.config.LibrarySettings.TapeSystem;
import org.bora.storage.tape.table.RecallTableSettings;
import org.bora.storage.tape.wire.Verification;

/** The section {@code recall-table} of a library. */
record RecallTableSection(
    @Key(preset = "8", least = "1", most = "1000") int drives,
    @Key(preset = "1d", least = "1s", most = "30d") Duration longestBatch,
    @Key(preset = "1m", least = "100ms", most = "1h") Duration longestQuery,
    @Key(preset = "1s", least = "10ms", most = "1m") Duration look,
    @Key(preset = "0.0.0.0", form = Key.Form.HOST, allowed = "a name or an address to listen on")
        String host,
    @Key(preset = "8447", least = "1", most = "65535") int port,
    @Key(preset = "recall-table.tokens") Path tokens,
    @Key(preset = "true") boolean tls,
    @Key(preset = "30m", least = "1s", most = "7d") Duration pullerLease,
    @Key(preset = "500", least = "4", most = "100000") int connections,
    @Key(preset = "250", least = "1", most = "100000") int connectionsPerAddress,
    @Key(preset = "250", least = "1", most = "100000") int connectionsPerCaller,
    @Key(preset = "30s", least = "1s", most = "10m") Duration requestTimeout,
    @Key(preset = "/etc/grid-security/hostcert.pem") Path certificate,
    @Key(preset = "/etc/grid-security/hostkey.pem") Path key)
    implements Keys {

  /** Absent where the records refuse, which is told. */
  Optional<TapeSystem.RecallTable> settings(Section section, Verification verification) {
    PortBounds bounds =
        section
            .build(
                () ->
                    new PortBounds(
                        connections, connectionsPerAddress, connectionsPerCaller, requestTimeout))
            .orElseGet(BoardSettings::presetBounds);
    Optional<BoardSettings> board =
        section.build(() -> new BoardSettings(host, port, tokens, tls, pullerLease, bounds));
    Optional<RecallTableSettings> table =
        section.build(
            () -> new RecallTableSettings(drives, longestBatch, longestQuery, look, verification));
    return table.flatMap(
        settings -> board.map(at -> new TapeSystem.RecallTable(settings, at, certificate, key)));
  }
}
