package org.bora.s3;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bora.api.space.QuotaStanding;

/**
 * The headers that tell callers how they and their organisation stand with the quotas of the area
 * that a bucket lies in: {@code x-bora-quota-user-bytes-limit}, {@code
 * x-bora-quota-user-bytes-used}, the same of {@code files}, and of {@code vo}. They are numbers of
 * bytes and of files. What has no limit has no header.
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
