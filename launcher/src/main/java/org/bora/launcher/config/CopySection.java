package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.operation.copy.CopyLimits;
import org.bora.client.ClientSettings;
import org.bora.gridftp.copy.CopySettings;

/** Reads the section {@code copy}. */
final class CopySection {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private CopySection() {}

  /**
   * @param requests lives and limits that hold for requests of every kind
   */
  static CopyLimits read(Section section, RequestSettings requests) {
    CopyLimits preset = CopyLimits.defaults();
    CopySettings transfer = preset.transfer();
    ClientSettings remote = preset.remote();
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
                    new ClientSettings(remote.connectTimeout(), call, remote.maxAnswerBytes())))
        .orElse(preset);
  }

  private static Duration time(
      Section section, String key, Duration least, int mostMinutes, Duration preset) {
    return section.value(
        key, Values.duration(least, Duration.ofMinutes(mostMinutes)), Values.write(preset));
  }
}
