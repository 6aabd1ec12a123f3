package org.bora.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.backend.authorise.HostRange;
import org.bora.backend.operation.copy.AllowedPeers;
import org.bora.backend.operation.copy.CopyLimits;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;

/** The section {@code copy}. */
record CopySection(
    @Key(preset = "8", least = "1", most = "1000") int parallel,
    @Key(preset = "4", least = "1", most = "1000") int parallelPerCaller,
    @Key(preset = "10000", least = "1", most = "1000000") int openPerCaller,
    @Key(preset = "4", least = "1", most = "64") int streams,
    @Key(preset = "3m", least = "15s", most = "1d") Duration stallTimeout,
    @Key(preset = "1m", least = "1s", most = "10m") Duration answerTimeout,
    @Key(preset = "3m", least = "1s", most = "10m") Duration callTimeout,
    @Key(preset = "true") boolean checksum,
    @Key(preset = "1s", least = "0s", most = "30s") Duration answerWithin,
    @Key(preset = "30s", least = "5s", most = "10m") Duration lease,
    @Key List<Peer> allow)
    implements Keys {

  /** With a letter in its last part: what has none is an address. */
  private static final Pattern NAME =
      Pattern.compile("(\\*\\.)?([A-Za-z0-9-]+\\.)*[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*");

  /** One of both. */
  record Peer(Optional<String> host, Optional<HostRange> network) {
    static Peer parse(String text) {
      if (NAME.matcher(text).matches()) {
        return new Peer(Optional.of(text), Optional.empty());
      }
      return new Peer(Optional.empty(), Optional.of(HostRange.parse(text)));
    }
  }

  /**
   * @param requests lives and limits that hold for requests of every kind
   */
  static CopyLimits read(Section section, RequestSettings requests) {
    CopySection said = section.bind(CopySection.class);
    CopyLimits preset = CopyLimits.defaults();
    return section.build(() -> said.limits(requests, preset.abroad().calls())).orElse(preset);
  }

  private CopyLimits limits(RequestSettings requests, ClientSettings remote) {
    return new CopyLimits(
        new CopyLimits.FileLimits(parallel, parallelPerCaller, openPerCaller),
        answerWithin,
        lease,
        new CopyLimits.RequestTerms(requests.pins().lifetimes(), requests.pins().limits()),
        new CopySettings(streams, stallTimeout, answerTimeout, checksum),
        new CopyLimits.Abroad(
            new ClientSettings(remote.connectTimeout(), callTimeout, remote.maxAnswerBytes()),
            new AllowedPeers(
                allow.stream().flatMap(peer -> peer.host().stream()).toList(),
                allow.stream().flatMap(peer -> peer.network().stream()).toList())));
  }
}
