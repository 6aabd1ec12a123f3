package org.bora.door.admit;

import java.util.OptionalLong;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of transfers, which are requests that move bytes through this process at the speed of the
 * client: the section {@code admission.transfers}.
 *
 * @param most maximum number at once
 * @param perCaller maximum number of one certificate subject at once; never more than twice what
 *     {@code most} leaves for others
 * @param streams maximum number of streams of third-party copies to other servers, half of them for
 *     one caller
 * @param streamsPerVo maximum for the callers of one virtual organisation, and for those without
 *     one; at most {@code streams}
 * @param bandwidth bytes per second and direction that callers share; empty: no limit. At least 256
 *     KiB for each of {@code most}, because a transfer waits at most 15 s for its share of a block,
 *     and then continues
 */
public record TransferSettings(
    @Key(preset = "400", least = "1", most = "10000") int most,
    @Key(preset = "200", tenths = 5, of = "most", least = "1", most = "10000") int perCaller,
    @Key(preset = "400", least = "1", most = "10000") int streams,
    @Key(preset = "280", tenths = 7, of = "streams", least = "1", most = "10000") int streamsPerVo,
    @Key(least = "256KiB", most = "1024TiB") OptionalLong bandwidth)
    implements Keys {
  private static final long LEAST_OF_EACH = 256 * 1024;

  public TransferSettings {
    Keys.check(TransferSettings.class, most, perCaller, streams, streamsPerVo, bandwidth);
    requireWithin("per-caller", perCaller, "most", most);
    requireWithin("streams-per-vo", streamsPerVo, "streams", streams);
    long least = most * LEAST_OF_EACH;
    if (bandwidth.isPresent() && bandwidth.getAsLong() < least) {
      throw new IllegalArgumentException(
          "admission.transfers.bandwidth is "
              + bandwidth.getAsLong()
              + " bytes; allowed is 256 KiB or more for each of admission.transfers.most, "
              + least
              + " bytes");
    }
  }

  private static void requireWithin(String key, int value, String whole, int most) {
    if (value > most) {
      String section = "admission.transfers.";
      String allowed = "; allowed is 1 to " + section + whole + " (" + most + ")";
      throw new IllegalArgumentException(section + key + " is " + value + allowed);
    }
  }

  /**
   * 400 in total: each uses one of 512 threads and up to 1 MiB of memory. Half of them for one
   * caller, such as a robot that moves a site's files. As many streams to other servers as
   * transfers, seven tenths of them for one virtual organisation: more than for one caller, and
   * some remain for others. No bandwidth limit.
   */
  public static TransferSettings defaults() {
    return Keys.defaults(TransferSettings.class);
  }
}
