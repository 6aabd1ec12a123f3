package org.bora.server.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;
import org.bora.door.admit.TransferSettings;
import org.bora.door.admit.turn.TurnSettings;

/** The section {@code admission}. */
record AdmissionSection(
    @Key(preset = "4000", least = "1", most = "1000000") int calls,
    @Key(preset = "2500", least = "1", most = "1000000") int callsPerCaller,
    @Key(preset = "1m", least = "1s", most = "1h") Duration deadline,
    @Key(preset = "10s", least = "1s", most = "1h") Duration retryIn,
    Transfers transfers,
    @Key(preset = "30s", least = "1s", most = "1h") Duration patience,
    @Key(least = "1", most = "1000") Map<String, Integer> voWeights,
    Places places)
    implements Keys {

  /** The section {@code admission.places}. */
  record Places(
      @Key(preset = "2", least = "1", most = "10000") int least,
      @Key(preset = "256", least = "1", most = "10000") int most)
      implements Keys {}

  /** The section {@code admission.transfers}. */
  record Transfers(
      @Key(preset = "400", least = "1", most = "10000") int most,
      @Key(preset = "200", least = "1", most = "10000") int perCaller,
      @Key(preset = "400", least = "1", most = "10000") int streams,
      @Key(least = "256KiB", most = "1024TiB") Optional<Long> bandwidth)
      implements Keys {

    TransferSettings settings(Section section) {
      OptionalLong shared = bandwidth.map(OptionalLong::of).orElse(OptionalLong.empty());
      if (section.has("per-caller")) {
        return new TransferSettings(most, perCaller, streams, shared);
      }
      int half = Math.max(1, most / 2);
      section.says("per-caller", half);
      return new TransferSettings(most, half, streams, shared);
    }
  }

  /** The section {@code bans}. */
  record Bans(
      @Key(allowed = "a name in which * stands for any text") List<Line> dns,
      @Key(allowed = "a name in which * stands for any text") List<Line> vos,
      @Key(allowed = "a name in which * stands for any text") List<Line> authorities)
      implements Keys {}

  static AdmissionSettings read(Section root) {
    BanSettings bans = bans(root.section("bans"));
    Section section = root.section("admission");
    AdmissionSettings preset = AdmissionSettings.defaults();
    AdmissionSection said = section.bind(AdmissionSection.class);
    Section transfers = section.section("transfers");
    TransferSettings carried =
        transfers.build(() -> said.transfers.settings(transfers)).orElse(preset.transfers());
    TurnSettings turns =
        section
            .section("places")
            .build(
                () ->
                    new TurnSettings(
                        said.patience, said.places.least, said.places.most, said.voWeights))
            .orElse(preset.turns());
    return section
        .build(
            () ->
                new AdmissionSettings(
                    said.calls,
                    said.callsPerCaller,
                    said.deadline,
                    said.retryIn,
                    carried,
                    turns,
                    bans))
        .orElse(preset);
  }

  private static BanSettings bans(Section section) {
    Bans said = section.bind(Bans.class);
    return new BanSettings(
        section.each(said.dns, AdmissionSection::ban),
        section.each(said.vos, AdmissionSection::ban),
        section.each(said.authorities, AdmissionSection::ban));
  }

  private static Ban ban(Line line) {
    return new Ban(line.text(), line.origin().toString());
  }
}
