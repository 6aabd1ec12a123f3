package org.bora.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.spi.FilterReply;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.bora.server.config.LoggingSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Sets up logging: one line for each event, in a file that is rotated every day or at 100 MB. Old
 * files are gzipped, and deleted after the configured days. The last lines also stay in memory.
 *
 * <p>Brackets contain the trace of the call, which frontend and backend share, and the request
 * token if there is one, so that all lines of a call or request can be found. A stack trace follows
 * its line, indented. Lines of {@code java.util.logging} come here too.
 */
public final class Logging {
  /**
   * No name that a caller chooses can begin a line: control characters of a message become {@code
   * ?}, and every line of a stack trace begins with a tab. The rest of a message that is longer
   * than {@link JsonLines#LONGEST_MESSAGE} is left out.
   */
  private static final String PATTERN =
      "%replace("
          + "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%X{trace:--} %X{request:--}]"
          + " %logger{0}: %.-"
          + JsonLines.LONGEST_MESSAGE
          + "msg"
          + "){'[\\p{Cntrl}\u0085\u2028\u2029]', '?'}%n"
          + "%replace(%ex){'(?m)^(?=.)', '\t'}";

  /**
   * Jetty warns of malformed and broken requests with their text: kilobytes from any client that
   * reaches a port, without its address, and the whole URL with the secret of a transfer or a
   * presigned call. Such requests are still answered, and Bora's own lines report what ended early.
   */
  private static final List<String> CITE_CLIENTS =
      List.of(
          "org.eclipse.jetty.http.HttpParser",
          "org.eclipse.jetty.util.HostPort",
          "org.eclipse.jetty.server.Response",
          "org.eclipse.jetty.server.handler.ErrorHandler");

  /**
   * Marks lines for the file only: details that would hide other lines on a terminal, and messages
   * that the terminal shows in another way.
   */
  public static final Marker FILE_ONLY = MarkerFactory.getMarker("FILE_ONLY");

  private static final String RECENT = "recent lines";

  private Logging() {}

  /** Logs to {@code directory/NAME.log} and, where wanted, to the console as well. */
  public static void start(LoggingSettings settings, Path directory, String name, boolean console) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.detachAndStopAllAppenders();
    root.addAppender(file(context, directory, name, settings));
    root.addAppender(recent(context));
    if (console) {
      root.addAppender(console(context, settings));
    }
    levels(settings);
    bridge(context);
  }

  /** From now on these levels hold. */
  public static void levels(LoggingSettings settings) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(level(settings.libraries()));
    context.getLogger("org.bora").setLevel(level(settings.level()));
    CITE_CLIENTS.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
  }

  /** gRPC and others write by java.util.logging. */
  private static void bridge(LoggerContext context) {
    LevelChangePropagator levels = new LevelChangePropagator();
    levels.setContext(context);
    levels.setResetJUL(true);
    context.addListener(levels);
    levels.start();
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  /** The last lines in memory; a process that logs to no file remembers them from now on. */
  public static RecentLines recent() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    if (root.getAppender(RECENT) instanceof RecentLines recent) {
      return recent;
    }
    RecentLines begun = recent(context);
    root.addAppender(begun);
    return begun;
  }

  private static RecentLines recent(LoggerContext context) {
    RecentLines recent =
        new RecentLines(
            RecentLines.MOST_LINES, RecentLines.MOST_BYTES, Instant.now(Clock.systemUTC()));
    recent.setName(RECENT);
    recent.setContext(context);
    recent.start();
    return recent;
  }

  /** Writes out what is still buffered and closes the files. */
  public static void stop() {
    ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
  }

  private static RollingFileAppender<ILoggingEvent> file(
      LoggerContext context, Path directory, String name, LoggingSettings settings) {
    RollingFileAppender<ILoggingEvent> file = new RollingFileAppender<>();
    file.setFile(directory.resolve(name + ".log").toString());
    SizeAndTimeBasedRollingPolicy<ILoggingEvent> policy = new SizeAndTimeBasedRollingPolicy<>();
    policy.setContext(context);
    policy.setParent(file);
    policy.setFileNamePattern(directory.resolve(name + ".%d.%i.log.gz").toString());
    policy.setMaxFileSize(new FileSize(100 * FileSize.MB_COEFFICIENT));
    policy.setMaxHistory(settings.keepDays());
    policy.setTotalSizeCap(new FileSize(10 * FileSize.GB_COEFFICIENT));
    policy.start();
    file.setRollingPolicy(policy);
    withLayout(context, file, settings.format());
    return file;
  }

  private static OutputStreamAppender<ILoggingEvent> console(
      LoggerContext context, LoggingSettings settings) {
    OutputStreamAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.addFilter(
        new Filter<>() {
          @Override
          public FilterReply decide(ILoggingEvent event) {
            List<Marker> markers = event.getMarkerList();
            return markers != null && markers.contains(FILE_ONLY)
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
          }
        });
    return withLayout(context, console, settings.format());
  }

  private static OutputStreamAppender<ILoggingEvent> withLayout(
      LoggerContext context,
      OutputStreamAppender<ILoggingEvent> appender,
      LoggingSettings.Format format) {
    Encoder<ILoggingEvent> encoder =
        switch (format) {
          case PLAIN -> plain();
          case JSON -> new JsonLines();
        };
    encoder.setContext(context);
    encoder.start();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.start();
    return appender;
  }

  private static Encoder<ILoggingEvent> plain() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern(PATTERN);
    return encoder;
  }

  private static Level level(LoggingSettings.Level level) {
    return Level.toLevel(level.name());
  }
}
