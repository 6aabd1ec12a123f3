package org.bora.backend.operation.copy;

import java.time.Duration;
import java.util.Objects;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;
import org.bora.settings.Elsewhere;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The settings of copies: the section {@code copy}.
 *
 * @param files number of files that one backend has at the same time
 * @param answerWithin time that a call waits for its files before it answers that they are queued
 * @param lease time after which a silent backend counts as dead, and its copies as failed
 * @param terms of requests
 * @param transfer between GridFTP servers
 * @param abroad other servers
 */
public record CopyLimits(
    @Flat FileLimits files,
    @Key(preset = "1s", least = "0s", most = "30s") Duration answerWithin,
    @Key(preset = "30s", least = "5s", most = "10m") Duration lease,
    @Elsewhere RequestTerms terms,
    @Flat CopySettings transfer,
    @Flat Abroad abroad)
    implements Keys {

  /**
   * Files that one backend has at the same time.
   *
   * @param parallel files that are copied
   * @param parallelPerCaller files that are copied for one caller
   * @param openPerCaller files of one caller that are copied or wait
   */
  public record FileLimits(
      @Key(preset = "8", least = "1", most = "1000") int parallel,
      @Key(preset = "4", least = "1", most = "1000") int parallelPerCaller,
      @Key(preset = "10000", least = "1", most = "1000000") int openPerCaller)
      implements Keys {

    public FileLimits {
      Keys.check(FileLimits.class, parallel, parallelPerCaller, openPerCaller);
    }
  }

  /** Limits for requests of every kind. */
  public record RequestTerms(@Flat LifetimeSettings lifetimes, @Flat RequestLimits limits)
      implements Keys {
    public RequestTerms {
      Objects.requireNonNull(lifetimes, "lifetimes");
      Objects.requireNonNull(limits, "limits");
    }
  }

  /**
   * Other servers.
   *
   * @param calls to other SRMs
   * @param allowed the servers with which the site copies
   */
  public record Abroad(@Flat ClientSettings calls, @Flat AllowedPeers allowed) implements Keys {
    public Abroad {
      Objects.requireNonNull(calls, "calls");
      Objects.requireNonNull(allowed, "allowed");
    }
  }

  public CopyLimits {
    Keys.check(CopyLimits.class, files, answerWithin, lease, terms, transfer, abroad);
  }

  /** The same with terms that hold for requests of every kind. */
  public CopyLimits with(RequestTerms others) {
    return new CopyLimits(files, answerWithin, lease, others, transfer, abroad);
  }

  public static CopyLimits defaults() {
    return Keys.defaults(CopyLimits.class);
  }
}
