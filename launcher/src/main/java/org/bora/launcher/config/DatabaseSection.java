package org.bora.launcher.config;

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

  static DatabaseSection read(Section section, Path base) {
    DatabaseSettings preset = DatabaseSettings.defaults(URL, "bora", "");
    boolean embedded = section.value("embedded", Values.flag(), "false");
    String url =
        section.value("url", Values.text("jdbc:mysql://HOST[:PORT][,HOST[:PORT]...]/SCHEMA"), URL);
    String user = section.value("user", Values.text(), preset.user());
    Optional<Path> password = section.optional("password-file", Values.path(base));
    ValueType<Integer> connections = Values.number(1, 1000);
    int reads = section.value("read-connections", connections, "" + preset.readConnections());
    int writes = section.value("write-connections", connections, "" + preset.writeConnections());
    ValueType<Duration> wait = Values.duration(Duration.ofMillis(250), Duration.ofHours(1));
    Duration connect =
        section.value("connect-timeout", wait, Values.write(preset.connectTimeout()));
    Duration statement =
        section.value("statement-timeout", wait, Values.write(preset.statementTimeout()));
    if (embedded && (section.has("url") || section.has("password-file"))) {
      section.mistake(
          "embedded",
          "is true, so url and password-file must not be given; take them out, or write false");
    }
    section.finish();
    return new DatabaseSection(
        embedded,
        password,
        section
            .build(() -> new DatabaseSettings(url, user, "", reads, writes, connect, statement))
            .orElse(preset));
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
