package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;

/** Reads the section {@code requests}. */
final class RequestSection {
  private RequestSection() {}

  static RequestSettings read(Section section) {
    PutSettings preset = PutSettings.defaults();
    LifetimeSettings lives = LifetimeSettings.defaults();
    int files =
        section.value(
            "files-per-request", Values.number(1, 1_000_000), "" + preset.limits().files());
    int directoryFiles =
        section.value(
            "directory-files", Values.number(1, 1_000_000), "" + preset.limits().directoryFiles());
    int tokens =
        section.value("tokens-told", Values.number(1, 1_000_000), "" + preset.limits().tokens());
    ValueType<Duration> life = Values.duration(Duration.ofSeconds(1), Duration.ofDays(3650));
    Duration pin = section.value("pin-default", life, Values.write(lives.pinDefault()));
    Duration putPin =
        section.value("put-pin-default", life, Values.write(preset.lifetimes().pinDefault()));
    Duration putPinMaximum =
        section.value("put-pin-maximum", life, Values.write(lives.putPinMaximum()));
    Duration pinMaximum = section.value("pin-maximum", life, Values.write(lives.pinMaximum()));
    Duration request = section.value("request-default", life, Values.write(lives.requestDefault()));
    Duration requestMaximum =
        section.value("request-maximum", life, Values.write(lives.requestMaximum()));
    FileLifeSettings kept = preset.files();
    Duration file = section.value("file-lifetime-default", life, Values.write(kept.preset()));
    Duration fileMaximum =
        section.value("file-lifetime-maximum", life, Values.write(kept.maximum()));
    Duration startCheck =
        section.value(
            "start-check",
            Values.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            Values.write(PinSettings.defaults().startCheck()));
    int uploadMode =
        section.value("upload-mode", Values.mode(), Values.writeMode(preset.uploadMode()));
    int fileMode = section.value("file-mode", Values.mode(), Values.writeMode(preset.fileMode()));
    section.finish();
    return section
        .build(
            () -> {
              LifetimeSettings chosen =
                  new LifetimeSettings(pin, pinMaximum, putPinMaximum, request, requestMaximum);
              RequestLimits limits = new RequestLimits(files, directoryFiles, tokens);
              return new RequestSettings(
                  new PutSettings(
                      chosen.withPinDefault(putPin),
                      new FileLifeSettings(file, fileMaximum),
                      limits,
                      uploadMode,
                      fileMode,
                      preset.doneGrace()),
                  new PinSettings(chosen, limits, startCheck));
            })
        .orElse(RequestSettings.defaults());
  }
}
