package org.bora.launcher.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.bora.launcher.config.LoggingSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets logging up: one line per event, in a file that a new one replaces every day or at 100 MB,
 * old ones packed and thrown away after the days set.
 *
 * <p>A stack trace follows its line, indented; the trace id in brackets is the request token or the
 * number of the call, so that all lines of one request can be found.
 */
public final class Logging {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%X{trace:--}] %logger{0}: %msg%n";

  private Logging() {}

  /** Logs to {@code directory/NAME.log} and, where wanted, to the console as well. */
  public static void start(LoggingSettings settings, Path directory, String name, boolean console) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(file(context, directory, name, settings.keepDays()));
    if (console) {
      root.addAppender(withLayout(context, new ConsoleAppender<>()));
    }
    root.setLevel(level(settings.libraries()));
    context.getLogger("org.bora").setLevel(level(settings.level()));
  }

  /** Writes out what is still buffered and closes the files. */
  public static void stop() {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
  }

  private static RollingFileAppender<ILoggingEvent> file(
      LoggerContext context, Path directory, String name, int keepDays) {
    RollingFileAppender<ILoggingEvent> file = new RollingFileAppender<>();
    file.setFile(directory.resolve(name + ".log").toString());
    SizeAndTimeBasedRollingPolicy<ILoggingEvent> policy = new SizeAndTimeBasedRollingPolicy<>();
    policy.setContext(context);
    policy.setParent(file);
    policy.setFileNamePattern(directory.resolve(name + ".%d.%i.log.gz").toString());
    policy.setMaxFileSize(new FileSize(100 * FileSize.MB_COEFFICIENT));
    policy.setMaxHistory(keepDays);
    policy.setTotalSizeCap(new FileSize(10 * FileSize.GB_COEFFICIENT));
    policy.start();
    file.setRollingPolicy(policy);
    withLayout(context, file);
    return file;
  }

  private static OutputStreamAppender<ILoggingEvent> withLayout(
      LoggerContext context, OutputStreamAppender<ILoggingEvent> appender) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  private static Level level(LoggingSettings.Level level) {
    return Level.toLevel(level.name());
  }
}
