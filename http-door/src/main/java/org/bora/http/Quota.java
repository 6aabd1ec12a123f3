package org.bora.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import javax.xml.namespace.QName;
import org.bora.api.space.QuotaStanding;
import org.bora.door.http.Refused;

/** The quota properties of RFC 4331: those of the caller in the area of a name. */
final class Quota {
  private Quota() {}

  /**
   * The requested values. If both the user and the organisation have a quota, the one that leaves
   * less applies.
   */
  static Map<QName, String> of(DavVisit visit, List<QName> asked) throws Refused {
    if (Properties.QUOTAS.stream().noneMatch(asked::contains)) {
      return Map.of();
    }
    Map<QName, String> told = new LinkedHashMap<>();
    List<QuotaStanding> quotas = visit.engine().quotas(visit.name());
    quotas.stream()
        .filter(quota -> left(quota).isPresent())
        .min((one, two) -> Long.compare(left(one).getAsLong(), left(two).getAsLong()))
        .ifPresent(
            narrow -> {
              told.put(Properties.QUOTAS.getFirst(), String.valueOf(left(narrow).getAsLong()));
              told.put(Properties.QUOTAS.getLast(), String.valueOf(narrow.usedBytes()));
            });
    told.keySet().retainAll(asked);
    return told;
  }

  private static OptionalLong left(QuotaStanding quota) {
    return quota.bytes().isPresent()
        ? OptionalLong.of(Math.max(0, quota.bytes().getAsLong() - quota.usedBytes()))
        : OptionalLong.empty();
  }
}
