package org.bora.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.database.DatabaseSettings;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The section {@code database}.
 *
 * @param embedded whether {@code up} runs a MariaDB server of its own
 * @param passwordFile of a database elsewhere
 * @param settings connections and patience; of an embedded database all but url and password count
 */
public record DatabaseSection(
    @Key(preset = "false") boolean embedded,
    @Key Optional<Path> passwordFile,
    @Flat DatabaseSettings settings)
    implements Keys {

  public DatabaseSection {
    Objects.requireNonNull(passwordFile, "passwordFile");
    Objects.requireNonNull(settings, "settings");
  }

  static DatabaseSection read(Section section) {
    DatabaseSection said = section.bind(DatabaseSection.class);
    if (said.embedded && (section.has("url") || section.has("password-file"))) {
      section.mistake(
          "embedded",
          "is true, so url and password-file must not be given; remove them, or set it to false");
    }
    return said;
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

  /** The settings with the values that are known only at run time. */
  public DatabaseSettings at(String url, String user, String password) {
    return settings.at(url, user, password);
  }
}
