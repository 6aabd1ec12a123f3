package org.bora.launcher.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.backend.authorise.HostRange;
import org.bora.backend.operation.copy.AllowedPeers;
import org.bora.backend.operation.copy.CopyLimits;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;

/** Reads the section {@code copy}. */
final class CopySection {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** With a letter in its last part: what has none is an address. */
  private static final Pattern NAME =
      Pattern.compile("(\\*\\.)?([A-Za-z0-9-]+\\.)*[A-Za-z0-9-]*[A-Za-z][A-Za-z0-9-]*");

  private static final ValueType<Peer> PEER =
      new ValueType<>(
          "a host name, *.DOMAIN, an address or a network, for example 192.0.2.0/24",
          "192.0.2.0/24",
          Peer::parse);

  private CopySection() {}

  /**
   * @param requests lives and limits that hold for requests of every kind
   */
  static CopyLimits read(Section section, RequestSettings requests) {
    CopyLimits preset = CopyLimits.defaults();
    CopySettings transfer = preset.transfer();
    ClientSettings remote = preset.abroad().calls();
    ValueType<Integer> many = Values.number(1, 1000);
    CopyLimits.FileLimits files = preset.files();
    int parallel = section.value("parallel", many, "" + files.parallel());
    int perCaller = section.value("parallel-per-caller", many, "" + files.parallelPerCaller());
    int open =
        section.value("open-per-caller", Values.number(1, 1_000_000), "" + files.openPerCaller());
    int streams = section.value("streams", Values.number(1, 64), "" + transfer.streams());
    Duration stall =
        time(section, "stall-timeout", Duration.ofSeconds(15), 1440, transfer.stallTimeout());
    Duration answer = time(section, "answer-timeout", SECOND, 10, transfer.answerTimeout());
    Duration call = time(section, "call-timeout", SECOND, 10, remote.answerTimeout());
    boolean checksum = section.value("checksum", Values.flag(), "" + transfer.checksum());
    Duration within =
        section.value(
            "answer-within",
            Values.duration(Duration.ZERO, Duration.ofSeconds(30)),
            Values.write(preset.answerWithin()));
    Duration lease = time(section, "lease", Duration.ofSeconds(5), 10, preset.lease());
    List<Peer> allowed = section.list("allow", PEER);
    section.finish();
    return section
        .build(
            () ->
                new CopyLimits(
                    new CopyLimits.FileLimits(parallel, perCaller, open),
                    within,
                    lease,
                    new CopyLimits.RequestTerms(
                        requests.pins().lifetimes(), requests.pins().limits()),
                    new CopySettings(streams, stall, answer, checksum),
                    new CopyLimits.Abroad(
                        new ClientSettings(remote.connectTimeout(), call, remote.maxAnswerBytes()),
                        peers(allowed))))
        .orElse(preset);
  }

  /** One of both. */
  private record Peer(Optional<String> host, Optional<HostRange> network) {
    static Peer parse(String text) {
      if (NAME.matcher(text).matches()) {
        return new Peer(Optional.of(text), Optional.empty());
      }
      return new Peer(Optional.empty(), Optional.of(HostRange.parse(text)));
    }
  }

  private static AllowedPeers peers(List<Peer> allowed) {
    return new AllowedPeers(
        allowed.stream().flatMap(peer -> peer.host().stream()).toList(),
        allowed.stream().flatMap(peer -> peer.network().stream()).toList());
  }

  private static Duration time(
      Section section, String key, Duration least, int mostMinutes, Duration preset) {
    return section.value(
        key, Values.duration(least, Duration.ofMinutes(mostMinutes)), Values.write(preset));
  }
}
