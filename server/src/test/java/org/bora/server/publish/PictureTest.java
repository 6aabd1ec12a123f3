package org.bora.server.publish;

import static org.bora.server.publish.Pictures.GB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoutes;
import org.bora.admin.Administrator;
import org.bora.audit.AuditTrail;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.space.AreaFigures.Held;
import org.bora.server.publish.SiteSettings.ShareSettings;
import org.bora.server.publish.StorageService.Amounts;
import org.junit.jupiter.api.Test;

class PictureTest {

  @Test
  void theAdministratorIsToldWhatIsLeftOutAndWhatWouldHelp() {
    List<String> notes = Pictures.whole().notes();
    assertEquals(
        List.of(
            "bora.yaml:7: 'allow read to dn /CN=Secret Name' names no VO; say which by site.shares,"
                + " area tape, vos",
            "bora.yaml:7: 'allow read to anyone' names no VO; say which by site.shares, area two,"
                + " vos",
            "endpoint gridftp g1:2811: no greeting"),
        notes);
  }

  @Test
  void anAreaWhoseFilesystemHasLessThanItsSizeLeavesIsPublishedWithThat() {
    StorageService service =
        Pictures.of(
            Pictures.site(),
            Map.of("a", Pictures.terms(1, "allow all to vo atlas")),
            Pictures.area(
                "a",
                StorageClass.D1T0,
                true,
                Optional.of(new AreaFigures.Disk(100 * GB, 30 * GB, 2 * GB, 8 * GB, 20 * GB, 12)),
                Optional.empty()));
    String what = "its filesystem lacks 40000000000 bytes of what its size leaves free";
    assertEquals(what, service.shares().getFirst().message());
    assertEquals("area a: " + what + "; make room there, or its size less", service.notes().get(0));
    List<String> ldif = Glue2Ldif.lines(service);
    for (String of : List.of("StorageServiceCapacity", "DataStore", "StorageShareCapacity")) {
      assertTrue(ldif.contains("GLUE2" + of + "FreeSize: 20"), () -> of + " of " + ldif);
      assertTrue(ldif.contains("GLUE2" + of + "TotalSize: 100"), () -> of + " of " + ldif);
    }
    assertEquals(new Amounts(100 * GB, 30 * GB, 10 * GB, 20 * GB), service.online());
  }

  @Test
  void whatIsToldWithAnotherAreaOfTheFilesystemIsNothingThatItLacks() {
    AreaFigures.Disk all = new AreaFigures.Disk(100 * GB, 0, 0, 0, 100 * GB, 0);
    AreaFigures.Disk some = new AreaFigures.Disk(80 * GB, 0, 0, 0, 80 * GB, 0);
    Optional<Long> there = Optional.of(100 * GB);
    StorageService service =
        Pictures.of(
            Pictures.site(),
            Map.of(
                "a", Pictures.terms(1, "allow all to vo atlas"),
                "b", Pictures.terms(1, "allow all to vo atlas")),
            Pictures.area("a", StorageClass.D1T0, false, Optional.of(all), there, Optional.empty()),
            Pictures.area(
                "b", StorageClass.D1T0, true, Optional.of(some), there, Optional.empty()));
    assertEquals(
        List.of(
            "",
            "30000000000 bytes of what its size leaves free are told with other areas of its"
                + " filesystem"),
        service.shares().stream().map(Share::message).toList());
    assertEquals(List.of("endpoint gridftp g1:2811: no greeting"), service.notes());
  }

  @Test
  void anAreaWithASizeIsPublishedThoughItsFilesystemIsSilent() {
    AreaFigures.Area known =
        Pictures.area(
            "a",
            StorageClass.D1T0,
            true,
            Optional.of(new AreaFigures.Disk(GB, 0, 0, 0, GB, 1)),
            Optional.empty());
    AreaFigures.Area silent =
        new AreaFigures.Area(
            known.name(),
            known.sfn(),
            known.storageClass(),
            known.token(),
            known.description(),
            true,
            known.disk(),
            known.available(),
            known.tape(),
            List.of(),
            Optional.of("statvfs '/gpfs/secret': EIO"));
    Share share =
        Pictures.of(
                Pictures.site(), Map.of("a", Pictures.terms(1, "allow all to vo atlas")), silent)
            .shares()
            .getFirst();
    assertEquals("its filesystem does not answer", share.message());
    assertEquals(Optional.of(new Amounts(GB, 0, 0, GB)), share.disk());
  }

  @Test
  void tapeOfUnknownSizeCountsAsFullAndIsSaid() {
    StorageService service =
        Pictures.of(
            Pictures.site(),
            Map.of("t", Pictures.terms(1, "allow all to vo atlas")),
            Pictures.area(
                "t",
                StorageClass.D0T1,
                true,
                Optional.of(new AreaFigures.Disk(GB, 0, 0, 0, GB, 1)),
                Optional.of(new Held(5 * GB, 1))));
    assertEquals(
        Optional.of(new Amounts(5 * GB, 5 * GB, 0, 0)), service.shares().getFirst().tape());
    assertTrue(service.shares().getFirst().message().contains("tape capacity is not known"));
    assertTrue(service.notes().getFirst().contains("tape-size"), service.notes().toString());
  }

  @Test
  void tapeThatHoldsMoreThanTheSiteSaysIsFullAndNoMore() {
    StorageService service =
        Pictures.of(
            Pictures.site(new ShareSettings("t", List.of(), OptionalLong.of(3 * GB))),
            Map.of("t", Pictures.terms(1, "allow all to vo atlas")),
            Pictures.area(
                "t",
                StorageClass.D0T1,
                true,
                Optional.of(new AreaFigures.Disk(GB, 0, 0, 0, GB, 1)),
                Optional.of(new Held(5 * GB, 1))));
    assertEquals(
        Optional.of(new Amounts(5 * GB, 5 * GB, 0, 0)), service.shares().getFirst().tape());
  }

  @Test
  void areasWithTheSameDescriptionGoByTheirTokens() {
    AreaFigures.Area one =
        Pictures.area("a", StorageClass.D1T0, true, Optional.empty(), Optional.empty());
    AreaFigures.Area same =
        new AreaFigures.Area(
            "b",
            "/b",
            StorageClass.D1T0,
            "token-b",
            one.description(),
            true,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty());
    StorageService service =
        Pictures.of(
            Pictures.site(), Map.of("a", Pictures.terms(1), "b", Pictures.terms(1)), one, same);
    assertEquals(
        List.of("token-a", "token-b"), service.shares().stream().map(Share::name).toList());
  }

  @Test
  void aSiteWithoutANameIsNotPublished() {
    assertThrows(
        NamelessSite.class, () -> Pictures.of(SiteSettings.defaults(), Map.of()).toString());
    AdminReply reply = asked(() -> Pictures.of(SiteSettings.defaults(), Map.of()), "srr");
    assertEquals(409, reply.status());
    assertTrue(reply.text().contains("site.name is missing"), reply.text());
  }

  private static AdminReply asked(Supplier<StorageService> pictures, String document) {
    return new AdminRoutes(new PublishRoutes(pictures).all(), AuditTrail.off())
        .reply(
            AdminCall.of(
                "GET",
                "/v1/publish/" + document,
                Map.of(),
                AdminCall.Body.NONE,
                Administrator.LOCAL));
  }

  @Test
  void eachFormatIsTheAnswerOfARouteAndThereIsNoOther() {
    assertTrue(asked(Pictures::whole, "srr").text().startsWith("{"));
    assertTrue(asked(Pictures::whole, "glue2").text().startsWith("dn: "));
    assertEquals(Pictures.whole().notes(), asked(Pictures::whole, "notes").text().lines().toList());
    assertEquals(404, asked(Pictures::whole, "glue1").status());
  }
}
