package org.bora.server.config;

import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The section {@code logging}.
 *
 * @param level of Bora's own lines
 * @param libraries level of lines of libraries
 * @param keepDays how many days of log files stay
 * @param format how lines look
 */
public record LoggingSettings(
    @Key(preset = "info") Level level,
    @Key(preset = "warn") Level libraries,
    @Key(preset = "30", least = "1", most = "3650") int keepDays,
    @Key(preset = "plain") Format format)
    implements Keys {

  /** How lines look. */
  public enum Format {
    /** For people. */
    PLAIN,
    /** An object for each line, for programs that collect logs. */
    JSON
  }

  /** Levels of the log, from nothing to everything. */
  public enum Level {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }

  public LoggingSettings {
    Keys.check(LoggingSettings.class, level, libraries, keepDays, format);
  }

  /** The same with the levels of {@code next}. */
  LoggingSettings taking(LoggingSettings next) {
    return new LoggingSettings(next.level, next.libraries, keepDays, format);
  }
}
