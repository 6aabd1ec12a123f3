package org.bora.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.database.DatabaseSettings;

/**
 * Where state lives.
 *
 * @param embedded whether {@code up} runs a MariaDB server of its own
 * @param passwordFile of a database elsewhere
 * @param settings connections and patience; of an embedded database all but url and password count
 */
public record DatabaseSection(
    boolean embedded, Optional<Path> passwordFile, DatabaseSettings settings) {

  private static final String URL = "jdbc:mysql://localhost/bora";

  public DatabaseSection {
    Objects.requireNonNull(passwordFile, "passwordFile");
    Objects.requireNonNull(settings, "settings");
  }

  /** The keys. */
  private record Said(
      @Key(preset = "false") boolean embedded,
      @Key(preset = URL, allowed = "jdbc:mysql://HOST[:PORT][,HOST[:PORT]...]/SCHEMA") String url,
      @Key(preset = "bora") String user,
      @Key Optional<Path> passwordFile,
      @Key(preset = "16", least = "1", most = "1000") int readConnections,
      @Key(preset = "32", least = "1", most = "1000") int writeConnections,
      @Key(preset = "5s", least = "250ms", most = "1h") Duration connectTimeout,
      @Key(preset = "1m", least = "250ms", most = "1h") Duration statementTimeout)
      implements Making<DatabaseSettings> {

    @Override
    public DatabaseSettings settings() {
      return new DatabaseSettings(
          url, user, "", readConnections, writeConnections, connectTimeout, statementTimeout);
    }
  }

  static DatabaseSection read(Section section) {
    Said said = section.bind(Said.class);
    if (said.embedded && (section.has("url") || section.has("password-file"))) {
      section.mistake(
          "embedded",
          "is true, so url and password-file must not be given; remove them, or set it to false");
    }
    return new DatabaseSection(
        said.embedded,
        said.passwordFile,
        section.build(said::settings).orElseGet(() -> DatabaseSettings.defaults(URL, "bora", "")));
  }

  /**
   * The settings of a database elsewhere, with the password from its file.
   *
   * @throws IOException when the file cannot be read
   */
  public DatabaseSettings resolved() throws IOException {
    String password = passwordFile.isPresent() ? Files.readString(passwordFile.get()).strip() : "";
    return at(settings.url(), settings.user(), password);
  }

  /** The settings with what is known only when it runs. */
  public DatabaseSettings at(String url, String user, String password) {
    return new DatabaseSettings(
        url,
        user,
        password,
        settings.readConnections(),
        settings.writeConnections(),
        settings.connectTimeout(),
        settings.statementTimeout());
  }
}
