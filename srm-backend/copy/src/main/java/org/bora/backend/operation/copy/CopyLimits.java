package org.bora.backend.operation.copy;

import java.time.Duration;
import java.util.Objects;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;

/**
 * How copies are done.
 *
 * @param files how many one backend has at the same time
 * @param answerWithin how long a call waits for its files before it answers that they are queued; 0
 *     to 30 s
 * @param lease after how much silence a backend is taken for dead and its copies for failed; 5 s to
 *     10 min
 * @param terms of requests
 * @param transfer between GridFTP servers
 * @param abroad other servers
 */
public record CopyLimits(
    FileLimits files,
    Duration answerWithin,
    Duration lease,
    RequestTerms terms,
    CopySettings transfer,
    Abroad abroad) {

  /**
   * Files that one backend has at the same time.
   *
   * @param parallel that are copied; 1 to 1000
   * @param parallelPerCaller that are copied for one caller; the same
   * @param openPerCaller that are copied for one caller or wait; 1 to 1,000,000
   */
  public record FileLimits(int parallel, int parallelPerCaller, int openPerCaller) {
    private static final int MOST = 1000;
    private static final int MOST_OPEN = 1_000_000;

    public FileLimits {
      require("parallel", parallel, MOST);
      require("parallel-per-caller", parallelPerCaller, MOST);
      require("open-per-caller", openPerCaller, MOST_OPEN);
    }

    private static void require(String name, int files, int most) {
      if (files < 1 || files > most) {
        throw new IllegalArgumentException(
            "%s is %d, allowed are 1 to %d".formatted(name, files, most));
      }
    }
  }

  /** What holds for requests of every kind. */
  public record RequestTerms(LifetimeSettings lifetimes, RequestLimits limits) {
    public RequestTerms {
      Objects.requireNonNull(lifetimes, "lifetimes");
      Objects.requireNonNull(limits, "limits");
    }
  }

  /**
   * Other servers.
   *
   * @param calls to other SRMs
   * @param allowed with whom the site copies at all
   */
  public record Abroad(ClientSettings calls, AllowedPeers allowed) {
    public Abroad {
      Objects.requireNonNull(calls, "calls");
      Objects.requireNonNull(allowed, "allowed");
    }
  }

  public CopyLimits {
    Objects.requireNonNull(files, "files");
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(transfer, "transfer");
    Objects.requireNonNull(abroad, "abroad");
    require("answer-within", answerWithin, Duration.ZERO, Duration.ofSeconds(30));
    require("lease", lease, Duration.ofSeconds(5), Duration.ofMinutes(10));
  }

  /**
   * Eight files at a time, four of one caller; 10,000 of one caller may wait; an answer within 1 s;
   * a lease of 30 s.
   */
  public static CopyLimits defaults() {
    return new CopyLimits(
        new FileLimits(8, 4, 10_000),
        Duration.ofSeconds(1),
        Duration.ofSeconds(30),
        new RequestTerms(LifetimeSettings.defaults(), RequestLimits.defaults()),
        CopySettings.defaults(),
        new Abroad(ClientSettings.defaults(), AllowedPeers.others()));
  }

  private static void require(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s is %s, allowed are %s to %s".formatted(name, value, least, most));
    }
  }
}
