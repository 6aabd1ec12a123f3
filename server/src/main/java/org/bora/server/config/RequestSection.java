package org.bora.server.config;

import java.time.Duration;
import org.bora.backend.operation.put.PutSettings;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.request.FileLifeSettings;
import org.bora.backend.request.LifetimeSettings;
import org.bora.backend.request.RequestLimits;

/** The section {@code requests}. */
record RequestSection(
    @Key(preset = "10000", least = "1", most = "1000000") int filesPerRequest,
    @Key(preset = "10000", least = "1", most = "1000000") int directoryFiles,
    @Key(preset = "1000", least = "1", most = "1000000") int tokensTold,
    @Key(preset = "3d", least = "1s", most = "3650d") Duration pinDefault,
    @Key(preset = "1d", least = "1s", most = "3650d") Duration putPinDefault,
    @Key(preset = "3d", least = "1s", most = "3650d") Duration putPinMaximum,
    @Key(preset = "21d", least = "1s", most = "3650d") Duration pinMaximum,
    @Key(preset = "4h", least = "1s", most = "3650d") Duration requestDefault,
    @Key(preset = "1d", least = "1s", most = "3650d") Duration requestMaximum,
    @Key(preset = "7d", least = "1s", most = "3650d") Duration fileLifetimeDefault,
    @Key(preset = "365d", least = "1s", most = "3650d") Duration fileLifetimeMaximum,
    @Key(preset = "5s", least = "1s", most = "1h") Duration startCheck,
    @Key(preset = "0600", form = Key.Form.MODE) int uploadMode,
    @Key(preset = "0644", form = Key.Form.MODE) int fileMode)
    implements Making<RequestSettings> {

  @Override
  public RequestSettings settings() {
    LifetimeSettings lives =
        new LifetimeSettings(pinDefault, pinMaximum, putPinMaximum, requestDefault, requestMaximum);
    RequestLimits limits = new RequestLimits(filesPerRequest, directoryFiles, tokensTold);
    return new RequestSettings(
        new PutSettings(
            lives.withPinDefault(putPinDefault),
            new FileLifeSettings(fileLifetimeDefault, fileLifetimeMaximum),
            limits,
            uploadMode,
            fileMode,
            PutSettings.defaults().doneGrace()),
        new PinSettings(lives, limits, startCheck));
  }
}
