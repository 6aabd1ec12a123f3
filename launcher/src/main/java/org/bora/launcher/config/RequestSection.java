package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;

/** Reads the section {@code requests}. */
final class RequestSection {
  private RequestSection() {}

  static PutSettings read(Section section) {
    PutSettings preset = PutSettings.defaults();
    LifetimeSettings lives = preset.lifetimes();
    int files =
        section.value(
            "files-per-request", Values.number(1, 1_000_000), "" + preset.limits().files());
    ValueType<Duration> life = Values.duration(Duration.ofSeconds(1), Duration.ofDays(3650));
    Duration pin = section.value("pin-default", life, Values.write(lives.pinDefault()));
    Duration pinMaximum = section.value("pin-maximum", life, Values.write(lives.pinMaximum()));
    Duration request = section.value("request-default", life, Values.write(lives.requestDefault()));
    Duration requestMaximum =
        section.value("request-maximum", life, Values.write(lives.requestMaximum()));
    int uploadMode =
        section.value("upload-mode", Values.mode(), Values.writeMode(preset.uploadMode()));
    int fileMode = section.value("file-mode", Values.mode(), Values.writeMode(preset.fileMode()));
    section.finish();
    return section
        .build(
            () ->
                new PutSettings(
                    new LifetimeSettings(pin, pinMaximum, request, requestMaximum),
                    new RequestLimits(files),
                    uploadMode,
                    fileMode))
        .orElse(preset);
  }
}
