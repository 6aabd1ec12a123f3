package org.bora.launcher.config;

import java.util.Objects;

/**
 * What is logged.
 *
 * @param level of Bora's own lines
 * @param libraries level of everybody else's
 * @param keepDays how many days of log files stay
 * @param format how lines look
 */
public record LoggingSettings(Level level, Level libraries, int keepDays, Format format) {

  /** How lines look. */
  public enum Format {
    /** For people. */
    PLAIN,
    /** An object for each line, for programs that collect logs. */
    JSON
  }

  /** From silence to chatter. */
  public enum Level {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }

  public LoggingSettings {
    Objects.requireNonNull(level, "level");
    Objects.requireNonNull(libraries, "libraries");
    Objects.requireNonNull(format, "format");
  }

  /** The same with the levels of {@code next}. */
  LoggingSettings taking(LoggingSettings next) {
    return new LoggingSettings(next.level, next.libraries, keepDays, format);
  }

  static LoggingSettings read(Section section) {
    LoggingSettings settings =
        new LoggingSettings(
            section.value("level", Values.oneOf(Level.class), "info"),
            section.value("libraries", Values.oneOf(Level.class), "warn"),
            section.value("keep-days", Values.number(1, 3650), "30"),
            section.value("format", Values.oneOf(Format.class), "plain"));
    section.finish();
    return settings;
  }
}
