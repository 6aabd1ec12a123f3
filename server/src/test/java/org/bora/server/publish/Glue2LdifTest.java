package org.bora.server.publish;

import static org.bora.server.publish.Pictures.GB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaFigures;
import org.junit.jupiter.api.Test;

class Glue2LdifTest {
  private static final String SERVICE =
      "GLUE2ServiceID=se.example.org,GLUE2GroupID=resource,o=glue";

  private static List<String> lines(StorageService service) {
    List<String> lines = Glue2Ldif.lines(service);
    assertEquals(List.of(), Glue2Check.faults(lines));
    return lines;
  }

  /** The values of an attribute of the entry that begins so. */
  private static List<String> values(String begin, String attribute) {
    return Glue2Check.entries(lines(Pictures.whole())).entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(begin))
        .flatMap(entry -> entry.getValue().getOrDefault(attribute, List.of()).stream())
        .toList();
  }

  @Test
  void theServiceBelongsToTheSite() {
    assertEquals(List.of("INFN-T1"), values(SERVICE, "GLUE2ServiceAdminDomainForeignKey"));
    assertEquals(List.of("pre-production"), values(SERVICE, "GLUE2ServiceQualityLevel"));
    assertEquals(List.of("Italy"), values("GLUE2LocationID", "GLUE2LocationCountry"));
    assertEquals(List.of("2026-11-21T12:00:00Z"), values(SERVICE, "GLUE2EntityCreationTime"));
  }

  @Test
  void capacitiesAreThoseOfTheAreasInGigabytes() {
    String disk = "GLUE2StorageShareCapacityID=se.example.org/share/disk/capacity/online";
    assertEquals(List.of("100"), values(disk, "GLUE2StorageShareCapacityTotalSize"));
    assertEquals(List.of("30"), values(disk, "GLUE2StorageShareCapacityUsedSize"));
    assertEquals(List.of("10"), values(disk, "GLUE2StorageShareCapacityReservedSize"));
    assertEquals(List.of("60"), values(disk, "GLUE2StorageShareCapacityFreeSize"));
    String tape = "GLUE2StorageShareCapacityID=se.example.org/share/tape/capacity/";
    assertEquals(List.of("50"), values(tape + "cache", "GLUE2StorageShareCapacityTotalSize"));
    assertEquals(List.of("900"), values(tape + "nearline", "GLUE2StorageShareCapacityTotalSize"));
    String all = "GLUE2StorageServiceCapacityID=se.example.org/capacity/";
    assertEquals(List.of("562"), values(all + "online", "GLUE2StorageServiceCapacityTotalSize"));
    assertEquals(List.of("700"), values(all + "nearline", "GLUE2StorageServiceCapacityUsedSize"));
  }

  @Test
  void partsMakeTheWholeHoweverTheyAreRounded() {
    List<String> lines =
        lines(
            Pictures.of(
                Pictures.site(),
                Map.of("a", Pictures.terms(1, "allow all to vo atlas")),
                Pictures.area(
                    "a",
                    StorageClass.D1T0,
                    true,
                    Optional.of(
                        new AreaFigures.Disk(10 * GB, 5 * GB / 2, 3 * GB / 2, 3 * GB, 3 * GB, 1)),
                    Optional.empty())));
    int sum = 0;
    for (String part : List.of("Used", "Reserved", "Free")) {
      String prefix = "GLUE2StorageShareCapacity" + part + "Size: ";
      sum +=
          lines.stream()
              .filter(line -> line.startsWith(prefix))
              .mapToInt(line -> Integer.parseInt(line.substring(prefix.length())))
              .sum();
    }
    assertEquals(10, sum);
  }

  @Test
  void whoMayIsSaidWithoutNamesOfPeople() {
    assertEquals(
        List.of("VO:alice", "VO:lhcb"),
        values("GLUE2PolicyID=se.example.org/share/tape/mapping", "GLUE2PolicyRule"));
    assertEquals(
        List.of("ALL"),
        values("GLUE2PolicyID=se.example.org/share/two/mapping", "GLUE2PolicyRule"));
    assertEquals(
        List.of("ALL", "VO:alice", "VO:atlas", "VO:cms", "VO:lhcb", "VO:ops"),
        values("GLUE2PolicyID=se.example.org/endpoint/srm/access", "GLUE2PolicyRule"));
    assertFalse(String.join("\n", lines(Pictures.whole())).contains("Secret"));
  }

  @Test
  void areasOfOneFilesystemShareItsIdentifier() {
    String one =
        values("GLUE2ShareID=se.example.org/share/one", "GLUE2StorageShareSharingID").get(0);
    assertEquals("se.example.org/filesystem%202", one);
    assertEquals(
        List.of(one),
        values("GLUE2ShareID=se.example.org/share/two", "GLUE2StorageShareSharingID"));
    assertEquals(
        List.of("dedicated"),
        values("GLUE2ShareID=se.example.org/share/disk", "GLUE2StorageShareSharingID"));
  }

  @Test
  void aDoorThatIsNotHealthyIsClosed() {
    String door = "GLUE2EndpointID=se.example.org/endpoint/gridftp%20g1:2811";
    assertEquals(List.of("closed"), values(door, "GLUE2EndpointServingState"));
    assertEquals(List.of("critical"), values(door, "GLUE2EndpointHealthState"));
  }

  @Test
  void httpIsAnEndpointOfBoraItself() {
    String http = "GLUE2EndpointID=se.example.org/endpoint/webdav";
    assertEquals(List.of("davs://se.example.org:8443/"), values(http, "GLUE2EndpointURL"));
    assertEquals(List.of("Bora"), values(http, "GLUE2EndpointImplementationName"));
    String turls = "GLUE2EndpointID=se.example.org/endpoint/https";
    assertEquals(List.of("https"), values(turls, "GLUE2EndpointInterfaceName"));
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    List<String> lines =
        lines(
            Pictures.of(
                new SiteSettings(
                    Optional.of("X"),
                    Optional.of("x"),
                    QualityLevel.TESTING,
                    Optional.empty(),
                    List.of()),
                Map.of("a", Pictures.terms(1)),
                Pictures.area("a", StorageClass.D1T0, false, Optional.empty(), Optional.empty())));
    assertTrue(lines.contains("GLUE2StorageShareServingState: closed"));
    assertFalse(lines.stream().anyMatch(line -> line.startsWith("GLUE2StorageShareCapacity")));
    assertFalse(lines.stream().anyMatch(line -> line.contains("Policy") && line.contains("dn:")));
  }

  @Test
  void theCheckIsNotBlind() {
    List<String> wrong = new ArrayList<>(Glue2Ldif.lines(Pictures.whole()));
    wrong.remove("GLUE2ServiceType: SRM");
    wrong.replaceAll(line -> line.replace(": neverexpire", ": sometimes"));
    wrong.replaceAll(line -> line.replace("ForeignKey: se.example.org/manager", "ForeignKey: m"));
    List<String> faults = Glue2Check.faults(wrong);
    assertTrue(faults.contains(SERVICE + ": lacks GLUE2ServiceType"), faults::toString);
    assertTrue(faults.toString().contains("GLUE2StorageShareExpirationMode sometimes"));
    assertTrue(faults.toString().contains("leads nowhere: m"), faults::toString);
  }
}
