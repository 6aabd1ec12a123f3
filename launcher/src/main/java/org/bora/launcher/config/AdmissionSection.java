package org.bora.launcher.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bora.frontend.admit.AdmissionSettings;
import org.bora.frontend.admit.Ban;
import org.bora.frontend.admit.BanSettings;
import org.bora.frontend.admit.TransferSettings;
import org.bora.frontend.admit.turn.TurnSettings;

/** Reads the sections {@code admission} and {@code bans}. */
final class AdmissionSection {
  private AdmissionSection() {}

  static AdmissionSettings read(Section root) {
    AdmissionSettings preset = AdmissionSettings.defaults();
    BanSettings bans = bans(root.section("bans"));
    Section section = root.section("admission");
    ValueType<Integer> calls = Values.number(1, 1_000_000);
    int all = section.value("calls", calls, "" + preset.callsInProgress());
    int each = section.value("calls-per-caller", calls, "" + preset.callsPerCaller());
    ValueType<Duration> time = Values.duration(Duration.ofSeconds(1), Duration.ofHours(1));
    Duration deadline = section.value("deadline", time, Values.write(preset.deadline()));
    Duration retry = section.value("retry-in", time, Values.write(preset.retryIn()));
    TransferSettings transfers = transfers(section.section("transfers"), preset.transfers());
    TurnSettings turns = turns(section, preset.turns(), time);
    section.finish();
    return section
        .build(() -> new AdmissionSettings(all, each, deadline, retry, transfers, turns, bans))
        .orElse(preset);
  }

  private static TransferSettings transfers(Section section, TransferSettings preset) {
    ValueType<Integer> number = Values.number(1, 10_000);
    int most = section.value("most", number, "" + preset.most());
    int each = section.value("per-caller", number, "" + Math.max(1, most / 2));
    section.finish();
    return section.build(() -> new TransferSettings(most, each)).orElse(preset);
  }

  private static TurnSettings turns(
      Section section, TurnSettings preset, ValueType<Duration> time) {
    Duration patience = section.value("patience", time, Values.write(preset.patience()));
    Map<String, Integer> weights = section.numbers("vo-weights", 1, 1000);
    Section places = section.section("places");
    ValueType<Integer> calls = Values.number(1, 10_000);
    int least = places.value("least", calls, "" + preset.leastPlaces());
    int most = places.value("most", calls, "" + preset.mostPlaces());
    places.finish();
    return places.build(() -> new TurnSettings(patience, least, most, weights)).orElse(preset);
  }

  private static BanSettings bans(Section section) {
    List<Ban> dns = bans(section, "dns");
    List<Ban> vos = bans(section, "vos");
    List<Ban> authorities = bans(section, "authorities");
    section.finish();
    return new BanSettings(dns, vos, authorities);
  }

  private static List<Ban> bans(Section section, String key) {
    return section.lines(
        key,
        "a name in which * stands for any text",
        (pattern, origin) -> new Ban(pattern, origin.toString()));
  }
}
