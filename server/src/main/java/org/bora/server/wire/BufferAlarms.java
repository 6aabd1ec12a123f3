package org.bora.server.wire;

import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.Buffers.BufferAlarm;

/** Alarms of buffers that are too full, in the list that all backends share. */
record BufferAlarms(Alarms alarms) implements BufferAlarm {

  @Override
  public void raise(StorageArea area, String why) {
    alarms.raise(
        key(area),
        "the buffer of area "
            + area.name()
            + " is over its high mark and nothing can leave it: "
            + why);
  }

  @Override
  public void clear(StorageArea area) {
    alarms.clear(key(area));
  }

  private static String key(StorageArea area) {
    return "buffer-full " + area.name();
  }
}
