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
 * @param parallel files that one backend copies at the same time; 1 to 1000
 * @param parallelPerCaller the same for one caller
 * @param answerWithin how long a call waits for its files before it answers that they are queued; 0
 *     to 30 s
 * @param lease after how much silence a backend is taken for dead and its copies for failed; 5 s to
 *     10 min
 * @param terms of requests
 * @param transfer between GridFTP servers
 * @param remote calls to other SRMs
 */
public record CopyLimits(
    int parallel,
    int parallelPerCaller,
    Duration answerWithin,
    Duration lease,
    RequestTerms terms,
    CopySettings transfer,
    ClientSettings remote) {

  private static final int MOST = 1000;

  /** What holds for requests of every kind. */
  public record RequestTerms(LifetimeSettings lifetimes, RequestLimits limits) {
    public RequestTerms {
      Objects.requireNonNull(lifetimes, "lifetimes");
      Objects.requireNonNull(limits, "limits");
    }
  }

  public CopyLimits {
    Objects.requireNonNull(terms, "terms");
    Objects.requireNonNull(transfer, "transfer");
    Objects.requireNonNull(remote, "remote");
    require("parallel", parallel);
    require("parallel per caller", parallelPerCaller);
    require("answer within", answerWithin, Duration.ZERO, Duration.ofSeconds(30));
    require("lease", lease, Duration.ofSeconds(5), Duration.ofMinutes(10));
  }

  /** Eight files at a time, four of one caller; an answer within 1 s; a lease of 30 s. */
  public static CopyLimits defaults() {
    return new CopyLimits(
        8,
        4,
        Duration.ofSeconds(1),
        Duration.ofSeconds(30),
        new RequestTerms(LifetimeSettings.defaults(), RequestLimits.defaults()),
        CopySettings.defaults(),
        ClientSettings.defaults());
  }

  private static void require(String name, int files) {
    if (files < 1 || files > MOST) {
      throw new IllegalArgumentException(
          "%s is %d, allowed are 1 to %d".formatted(name, files, MOST));
    }
  }

  private static void require(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s is %s, allowed are %s to %s".formatted(name, value, least, most));
    }
  }
}
