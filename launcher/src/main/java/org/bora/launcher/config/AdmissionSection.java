package org.bora.launcher.config;

import java.time.Duration;
import java.util.List;
import org.bora.frontend.admit.AdmissionSettings;
import org.bora.frontend.admit.Ban;
import org.bora.frontend.admit.BanSettings;

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
    section.finish();
    return section
        .build(() -> new AdmissionSettings(all, each, deadline, retry, bans))
        .orElse(preset);
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
