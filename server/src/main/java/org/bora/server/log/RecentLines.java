package org.bora.server.log;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Keeps the last lines of the log in memory, so that an administrator finds the lines of a request
 * without searching files. The oldest lines are dropped when there are too many, or when they need
 * too much memory. Thread safe.
 */
public final class RecentLines extends UnsynchronizedAppenderBase<ILoggingEvent> {
  /** Lines that a process keeps. */
  public static final int MOST_LINES = 10_000;

  /** Bytes of memory for them. */
  public static final long MOST_BYTES = 8L << 20;

  private final int mostLines;
  private final long mostBytes;
  private final ThrowableProxyConverter stacks = new ThrowableProxyConverter();
  private final Deque<LogLine> lines = new ArrayDeque<>();
  private long bytes;
  private Instant since;

  /**
   * Keeps nothing yet.
   *
   * @param mostLines how many it keeps at most
   * @param mostBytes of memory for them at most
   * @param since when it begins to listen
   */
  RecentLines(int mostLines, long mostBytes, Instant since) {
    if (mostLines < 1 || mostBytes < 1) {
      throw new IllegalArgumentException("no room for a line");
    }
    this.mostLines = mostLines;
    this.mostBytes = mostBytes;
    this.since = Objects.requireNonNull(since, "since");
  }

  /**
   * Lines that were found.
   *
   * @param since all lines that were logged since then were searched
   * @param lines the last matching lines, the oldest first
   * @param omitted how many older lines match but are not included
   */
  public record Found(Instant since, List<LogLine> lines, int omitted) {
    public Found {
      Objects.requireNonNull(since, "since");
      lines = List.copyOf(lines);
    }
  }

  @Override
  public void start() {
    stacks.start();
    super.start();
  }

  @Override
  protected void append(ILoggingEvent event) {
    LogLine line = LogLine.of(event, stacks);
    synchronized (lines) {
      lines.addLast(line);
      bytes += line.cost();
      while (lines.size() > mostLines || bytes > mostBytes) {
        LogLine oldest = lines.removeFirst();
        bytes -= oldest.cost();
        // others of its millisecond may be gone with it
        Instant next = oldest.time().plusMillis(1);
        since = next.isAfter(since) ? next : since;
      }
    }
  }

  /**
   * The lines that name a request, and all others of the calls during which these were logged.
   *
   * @param token of the request
   * @param most how many lines are wanted at most
   */
  public Found ofRequest(String token, int most) {
    return found(
        kept -> {
          Set<String> calls = new HashSet<>();
          kept.stream()
              .filter(line -> line.names(token))
              .forEach(line -> line.call().ifPresent(calls::add));
          return line -> line.names(token) || line.call().filter(calls::contains).isPresent();
        },
        most);
  }

  /**
   * The lines that were logged during a call.
   *
   * @param call its identifier
   * @param most how many lines are wanted at most
   */
  public Found ofCall(String call, int most) {
    return found(_ -> line -> line.call().filter(call::equals).isPresent(), most);
  }

  private Found found(Function<List<LogLine>, Predicate<LogLine>> wanted, int most) {
    List<LogLine> kept;
    Instant from;
    synchronized (lines) {
      kept = new ArrayList<>(lines);
      from = since;
    }
    List<LogLine> found = kept.stream().filter(wanted.apply(kept)).toList();
    int omitted = Math.max(0, found.size() - most);
    return new Found(from, found.subList(omitted, found.size()), omitted);
  }
}
