package org.bora.gridftp.copy;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How files are copied between GridFTP servers.
 *
 * @param streams parallel connections for one file
 * @param stallTimeout after this time without progress a transfer fails; servers report every 5 s
 * @param answerTimeout how long a server may take to answer one command
 * @param checksum whether both servers compute the ADLER32 of the file afterwards, for which each
 *     reads the file again
 */
public record CopySettings(
    @Key(preset = "4", least = "1", most = "64") int streams,
    @Key(preset = "3m", least = "15s", most = "1d") Duration stallTimeout,
    @Key(preset = "1m", least = "1s", most = "10m") Duration answerTimeout,
    @Key(preset = "true") boolean checksum)
    implements Keys {

  public CopySettings {
    Keys.check(CopySettings.class, streams, stallTimeout, answerTimeout, checksum);
  }

  /** Four streams, three minutes without progress, a checksum at the end. */
  public static CopySettings defaults() {
    return Keys.defaults(CopySettings.class);
  }
}
