package org.bora.server.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaFigures.Area;
import org.bora.backend.space.AreaFigures.Disk;
import org.junit.jupiter.api.Test;

class FreeRoomTest {
  private static final AreaTerms ON_ONE = Pictures.terms(1);
  private static final AreaTerms ON_TWO = Pictures.terms(2);
  private static final AreaTerms OF_ITS_OWN =
      new AreaTerms(List.of(), ON_ONE.vos(), ON_ONE.lives(), OptionalLong.empty());

  /** An area on a filesystem that has so much for whoever comes first. */
  private static Area area(String name, boolean bounded, Disk disk, long available) {
    return Pictures.area(
        name,
        StorageClass.D1T0,
        bounded,
        Optional.of(disk),
        Optional.of(available),
        Optional.empty());
  }

  private static List<Long> free(Map<String, AreaTerms> terms, Area... areas) {
    return FreeRoom.parted(List.of(areas), terms).stream()
        .map(area -> area.disk().orElseThrow().free())
        .toList();
  }

  @Test
  void areasOfOneFilesystemHaveTogetherWhatItHas() {
    assertEquals(
        List.of(50L, 50L),
        free(
            Map.of("a", ON_ONE, "b", ON_ONE),
            area("a", false, new Disk(1000, 7, 0, 0, 100, 1), 100),
            area("b", true, new Disk(500, 100, 0, 0, 100, 1), 100)));
  }

  @Test
  void whatOneCannotUseTheOthersHave() {
    assertEquals(
        List.of(45L, 10L, 45L),
        free(
            Map.of("a", ON_ONE, "b", ON_ONE, "c", ON_ONE),
            area("a", false, new Disk(1000, 7, 0, 0, 100, 1), 100),
            area("b", true, new Disk(20, 10, 0, 0, 10, 1), 100),
            area("c", true, new Disk(99, 0, 0, 0, 99, 1), 100)));
  }

  @Test
  void whereThereIsEnoughForAllEachHasWhatItsSizeLeaves() {
    assertEquals(
        List.of(30L, 40L),
        free(
            Map.of("a", ON_ONE, "b", ON_ONE),
            area("a", true, new Disk(40, 10, 0, 0, 30, 1), 100),
            area("b", true, new Disk(50, 10, 0, 0, 40, 1), 100)));
  }

  @Test
  void whatIsPromisedOrReservedInAnyOfThemIsFreeForNone() {
    // of 100 bytes 10 and 20 are to come here, 30 there
    assertEquals(
        List.of(20L, 20L),
        free(
            Map.of("a", ON_ONE, "b", ON_ONE),
            area("a", false, new Disk(1000, 0, 10, 20, 70, 1), 100),
            area("b", false, new Disk(1000, 0, 0, 30, 70, 1), 100)));
    assertEquals(
        List.of(0L, 0L),
        free(
            Map.of("a", ON_ONE, "b", ON_ONE),
            area("a", false, new Disk(1000, 0, 0, 60, 40, 1), 100),
            area("b", false, new Disk(1000, 0, 0, 50, 50, 1), 100)));
  }

  @Test
  void whoSharesWithNobodyKeepsAllOfIt() {
    Area whole = area("a", false, new Disk(1000, 0, 0, 0, 100, 1), 100);
    assertEquals(
        List.of(100L, 100L, 100L),
        free(
            Map.of("a", ON_ONE, "b", ON_TWO, "c", OF_ITS_OWN),
            whole,
            area("b", false, new Disk(1000, 0, 0, 0, 100, 1), 100),
            area("c", false, new Disk(1000, 0, 0, 0, 100, 1), 100)));
    Area ofAQuota = Pictures.area("b", StorageClass.D1T0, false, whole.disk(), Optional.empty());
    assertEquals(List.of(100L, 100L), free(Map.of("a", ON_ONE, "b", ON_ONE), whole, ofAQuota));
  }

  @Test
  void noTotalHasAByteTwice() {
    StorageService service =
        Pictures.of(
            Pictures.site(),
            Map.of("a", Pictures.terms(1, "allow all to vo a"), "b", Pictures.terms(1)),
            area("a", true, new Disk(300, 100, 0, 0, 101, 1), 101),
            area("b", true, new Disk(400, 100, 0, 0, 101, 1), 101));
    assertEquals(101, service.online().free());
    assertEquals(
        101, service.shares().stream().flatMap(FreeRoomTest::diskFree).mapToLong(l -> l).sum());
  }

  private static Stream<Long> diskFree(Share share) {
    return share.disk().stream().map(StorageService.Amounts::free);
  }
}
