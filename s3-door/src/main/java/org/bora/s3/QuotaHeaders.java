package org.bora.s3;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bora.api.space.QuotaStanding;

/**
 * The headers with the quotas of the caller and the caller's organisation in the area of a bucket:
 * {@code x-bora-quota-user-bytes-limit}, {@code x-bora-quota-user-bytes-used}, the same of {@code
 * files}, and of {@code vo}. The values are numbers of bytes and files. Without a limit there is no
 * header.
 */
final class QuotaHeaders {
  private static final String NAMES = "x-bora-quota-";

  private QuotaHeaders() {}

  /**
   * Values by their names.
   *
   * @param quotas of one area
   */
  static Map<String, String> of(List<QuotaStanding> quotas) {
    Map<String, String> headers = new TreeMap<>();
    for (QuotaStanding quota : quotas) {
      String holder = NAMES + quota.holder().name().toLowerCase(Locale.ROOT);
      add(headers, holder + "-bytes", quota.bytes(), quota.usedBytes());
      add(headers, holder + "-files", quota.files(), quota.usedFiles());
    }
    return headers;
  }

  private static void add(Map<String, String> headers, String name, OptionalLong limit, long used) {
    if (limit.isPresent()) {
      headers.put(name + "-limit", String.valueOf(limit.getAsLong()));
      headers.put(name + "-used", String.valueOf(used));
    }
  }
}
