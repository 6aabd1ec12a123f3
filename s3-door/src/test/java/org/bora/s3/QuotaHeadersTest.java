package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bora.api.space.QuotaStanding;
import org.bora.api.space.QuotaStanding.Holder;
import org.junit.jupiter.api.Test;

class QuotaHeadersTest {
  private static final OptionalLong NONE = OptionalLong.empty();

  @Test
  void userAndOrganisationAreToldSideBySide() {
    QuotaStanding user =
        new QuotaStanding("a", Holder.USER, 5, 1, OptionalLong.of(100), OptionalLong.of(10));
    QuotaStanding vo =
        new QuotaStanding("a", Holder.VO, 70, 2, OptionalLong.of(50), OptionalLong.of(0));
    assertEquals(
        Map.of(
            "x-bora-quota-user-bytes-limit", "100",
            "x-bora-quota-user-bytes-used", "5",
            "x-bora-quota-user-files-limit", "10",
            "x-bora-quota-user-files-used", "1",
            "x-bora-quota-vo-bytes-limit", "50",
            "x-bora-quota-vo-bytes-used", "70",
            "x-bora-quota-vo-files-limit", "0",
            "x-bora-quota-vo-files-used", "2"),
        QuotaHeaders.of(List.of(user, vo)));
  }

  @Test
  void whatHasNoLimitIsNotTold() {
    assertEquals(Map.of(), QuotaHeaders.of(List.of()));
    QuotaStanding files = new QuotaStanding("a", Holder.VO, 5, 1, NONE, OptionalLong.of(10));
    assertEquals(
        Map.of("x-bora-quota-vo-files-limit", "10", "x-bora-quota-vo-files-used", "1"),
        QuotaHeaders.of(List.of(files)));
  }
}
