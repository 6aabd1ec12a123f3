package org.bora.server.wire;

import eu.emi.security.authn.x509.X509Credential;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.bora.api.figures.CertificateEnd;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.board.BoardServer;
import org.bora.backend.stage.board.BoardSettings;
import org.bora.backend.stage.board.BoardWatch;
import org.bora.backend.stage.board.PulledTasks;
import org.bora.backend.stage.board.SharedBoard;
import org.bora.gridftp.gss.CredentialFiles;
import org.bora.server.config.LibrarySettings;
import org.bora.server.config.LibrarySettings.TapeSystem;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.table.RecallTableDriver;

/** The recall table for tape systems that fetch their work: its board, port and driver. */
final class BoardParts {
  /** After so many looks left out, a batch is taken for forgotten and handed out no more. */
  private static final int LOOKS_MISSED = 5;

  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);
  private static final Duration SHORTEST_BATCH_LEASE = Duration.ofMinutes(1);

  private BoardParts() {}

  /** Opens the port of a library, and its driver. */
  static TapeDriver open(
      String library, TapeSystem.RecallTable table, Ground ground, Running running)
      throws StartFailure {
    BoardSettings settings = table.board();
    PulledTasks tasks = new PulledTasks(ground.transactions(), ground.tokens(), settings.lease());
    String keys = "tape.libraries." + library + ".recall-table.";
    try {
      Optional<SSLContext> identity =
          settings.tls() ? Optional.of(identity(table)) : Optional.empty();
      BoardServer server = new BoardServer(settings, tasks, Set.of(library), identity);
      Listening.at(keys + "port", keys + "host", settings.host(), settings.port())
          .start(running.add("task board of " + library, server)::start, running);
    } catch (IOException | GeneralSecurityException unusable) {
      throw new StartFailure(
          "the recall table of tape library " + library + ": " + unusable.getMessage());
    }
    return new RecallTableDriver(
        library,
        table.settings(),
        new SharedBoard(ground.transactions(), ground.tokens(), lease(table.settings().look())),
        new RecallTableDriver.Timing(
            ground.clock(),
            Thread::sleep,
            () -> ground.tokens().token(ground.tokens().now()).id()));
  }

  /** Tells when no puller fetches the work of a library. */
  static void watch(
      List<LibrarySettings> libraries,
      Ground ground,
      Alarms alarms,
      Threads threads,
      Running running) {
    for (LibrarySettings library : libraries) {
      if (library.system() instanceof TapeSystem.RecallTable) {
        BoardWatch watch =
            new BoardWatch(library.name(), ground.transactions(), ground.tokens(), alarms);
        String name = "pullers of " + library.name();
        running.add(name, Repeated.every(BETWEEN_LOOKS, name, watch::look, threads));
      }
    }
  }

  /** When the certificates that pullers see expire: they are read at the start alone. */
  static List<CertificateEnd> certificates(List<LibrarySettings> libraries) throws IOException {
    List<CertificateEnd> ends = new ArrayList<>();
    for (LibrarySettings library : libraries) {
      if (library.system() instanceof TapeSystem.RecallTable table && table.board().tls()) {
        Instant end = credential(table).getCertificate().getNotAfter().toInstant();
        ends.add(new CertificateEnd("recall_table_certificate", end));
      }
    }
    return ends;
  }

  private static Duration lease(Duration look) {
    Duration lease = look.multipliedBy(LOOKS_MISSED);
    return lease.compareTo(SHORTEST_BATCH_LEASE) < 0 ? SHORTEST_BATCH_LEASE : lease;
  }

  private static X509Credential credential(TapeSystem.RecallTable table) throws IOException {
    try {
      return new CredentialFiles.Host(table.certificate(), table.key()).read();
    } catch (IOException unusable) {
      throw new IOException(
          unusable.getMessage() + "; say which by recall-table.certificate and recall-table.key",
          unusable);
    }
  }

  private static SSLContext identity(TapeSystem.RecallTable table)
      throws IOException, GeneralSecurityException {
    X509Credential host = credential(table);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {host.getKeyManager()}, null, null);
    return context;
  }
}
