package org.bora.backend.locate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.AboveAreas;
import org.bora.backend.locate.Location.Nowhere;
import org.bora.backend.locate.Location.Place;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SurlLocatorTest {

  private final Locator locator =
      new SurlLocator(
          new LocateSettings(List.of("se.example.org", "Alias.example.org", "[::1]")),
          List.of(
              AreaTrees.area("/testvo"),
              AreaTrees.area("/testvo/tape"),
              AreaTrees.area("/grid/atlas/disk"),
              AreaTrees.area("/grid/atlas/scratch")));

  private Location locate(String surl) {
    return locator.locate(new Surl(surl));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "srm://se.example.org/testvo/a | /testvo/a",
        "srm://se.example.org:8444/testvo/a | /testvo/a",
        "srm://se.example.org:/testvo/a | /testvo/a",
        "SRM://SE.Example.ORG/testvo/a | /testvo/a",
        "srm://alias.example.org/testvo | /testvo",
        "srm://[::1]:8444/testvo/a | /testvo/a",
        "srm://se.example.org:8444/srm/managerv2?SFN=/testvo/a | /testvo/a",
        "srm://se.example.org/srm/managerv2?SFN=testvo/a | /testvo/a",
        "srm://se.example.org/srm/v2/server?sfn=/testvo/a | /testvo/a",
        "srm://se.example.org?SFN=/testvo/a | /testvo/a",
        "srm://se.example.org/srm/managerv2?SFN=%2Ftestvo%2Fa | /testvo/a",
        "srm://se.example.org//testvo///a// | /testvo/a",
        "srm://se.example.org/testvo/ | /testvo",
        "srm://se.example.org/testvo/a b+c@d | /testvo/a b+c@d",
        "srm://se.example.org/testvo/a%20b+c%40d | /testvo/a b+c@d",
        "srm://se.example.org/testvo/gr%C3%BC%E2%82%AC | /testvo/grü€",
        "srm://se.example.org/testvo/grü€ | /testvo/grü€",
        "srm://se.example.org/testvo/a?b#c | /testvo/a?b#c",
        "srm://se.example.org/testvo/a?b?SFN=c | /testvo/a?b?SFN=c",
        "srm://se.example.org/testvo/100%25 | /testvo/100%",
        "srm://se.example.org/testvo/... | /testvo/...",
        "srm://se.example.org/testvo/tape | /testvo/tape",
        "srm://se.example.org/testvo/tape/x | /testvo/tape/x",
        "srm://se.example.org/testvo/tapes | /testvo/tapes",
        "srm://se.example.org/grid/atlas/disk/d/e | /grid/atlas/disk/d/e"
      })
  void namesLeadToPlaces(String surl, String sfn) {
    assertEquals(sfn, assertInstanceOf(Place.class, locate(surl)).sfn());
  }

  @Test
  void theLongestAreaWins() {
    assertEquals(
        "testvo-tape", ((Place) locate("srm://se.example.org/testvo/tape/x")).area().name());
    assertEquals("testvo", ((Place) locate("srm://se.example.org/testvo/tapes/x")).area().name());
  }

  @ParameterizedTest
  @CsvSource({
    "srm://se.example.org, /",
    "srm://se.example.org/, /",
    "srm://se.example.org:8444/srm/managerv2?SFN=/, /",
    "srm://se.example.org/grid, /grid",
    "srm://se.example.org/grid//atlas/, /grid/atlas"
  })
  void directoriesThatLeadToAreasExist(String surl, String sfn) {
    assertEquals(sfn, assertInstanceOf(AboveAreas.class, locate(surl)).sfn());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/testvo/a",
        "http://se.example.org/testvo/a",
        "srm:///testvo/a",
        "srm://user@se.example.org/testvo/a",
        "srm://se.example.org:0/testvo/a",
        "srm://se.example.org:65536/testvo/a",
        "srm://se.example.org:84x4/testvo/a",
        "srm://se.example.org:123456/testvo/a",
        "srm://se.example.org#/testvo/a",
        "srm://se.example.org?/testvo/a",
        "srm://other.example.org/testvo/a",
        "srm://se.example.org.evil.org/testvo/a",
        "srm://se.example.org/othervo/a",
        "srm://se.example.org/testvo/..",
        "srm://se.example.org/testvo/../testvo/a",
        "srm://se.example.org/testvo/a/../../../etc/passwd",
        "srm://se.example.org/testvo/%2e%2e/x",
        "srm://se.example.org/testvo/..%2f..%2fetc/passwd",
        "srm://se.example.org/testvo/./a",
        "srm://se.example.org/testvo/a%00b",
        "srm://se.example.org/testvo/a\0b",
        "srm://se.example.org/testvo/a%0Ab",
        "srm://se.example.org/testvo/a%zz",
        "srm://se.example.org/testvo/a%",
        "srm://se.example.org/testvo/a%4",
        "srm://se.example.org/testvo/a%C3(",
        "srm://se.example.org/testvo/a%C0%AE%C0%AE",
        "srm://se.example.org/testvo/a%ED%A0%80",
        "srm://se.example.org/testvo/a\ud800",
        "srm://se.example.org/testvo/a%\u0664\u0661",
        "srm://se.example.org/testvo/.bora-put-1"
      })
  void whatLeadsNowhereIsAnInvalidPath(String surl) {
    Nowhere nowhere = assertInstanceOf(Nowhere.class, locate(surl));

    assertEquals(SrmStatus.INVALID_PATH, nowhere.status().code());
    assertTrue(!nowhere.status().explanation().isBlank());
  }

  @Test
  void lengthsAreBoundedAtBothSides() {
    String base = "srm://se.example.org/testvo/";
    assertInstanceOf(Place.class, locate(base + "n".repeat(255)));
    assertInstanceOf(Nowhere.class, locate(base + "n".repeat(256)));
    assertInstanceOf(Place.class, locate(base + "%C3%BC".repeat(127)));
    assertInstanceOf(Nowhere.class, locate(base + "ü".repeat(128)));
    assertInstanceOf(Place.class, locate(base + "d/".repeat(1500)));
    assertInstanceOf(Nowhere.class, locate(base + "d/".repeat(1501)));
    assertInstanceOf(Nowhere.class, locate(base + "/".repeat(SurlParser.MAX_CHARS)));
  }

  @Test
  void aForeignHostIsToldWhoThisIs() {
    Nowhere nowhere = (Nowhere) locate("srm://other.example.org/testvo/a");

    assertEquals(
        "host other.example.org is not this service, which answers for se.example.org,"
            + " alias.example.org, [::1]",
        nowhere.status().explanation());
  }

  @Test
  void namesBelowLeadTowardsTheAreas() {
    assertEquals(List.of("grid", "testvo"), locator.namesBelow("/"));
    assertEquals(List.of("atlas"), locator.namesBelow("/grid"));
    assertEquals(List.of("disk", "scratch"), locator.namesBelow("/grid/atlas"));
    assertEquals(List.of("tape"), locator.namesBelow("/testvo"));
    assertEquals(List.of(), locator.namesBelow("/testvo/tape"));
  }

  @Test
  void areasKeepTheOrderOfTheConfiguration() {
    assertEquals(
        List.of("testvo", "testvo-tape", "grid-atlas-disk", "grid-atlas-scratch"),
        locator.areas().stream().map(StorageArea::name).toList());
    assertEquals("/testvo", locator.area("testvo").orElseThrow().sfn());
    assertTrue(locator.area("none").isEmpty());
  }

  @Test
  void anAliasLeadsToTheSameFilesAndIsListedNowhere() {
    LocateSettings settings = new LocateSettings(List.of("h"));
    Locator known = new SurlLocator(settings, List.of(AreaTrees.area("/a")), Map.of("/old/a", "a"));
    Location direct = known.locate(new Surl("srm://h/a/file"));
    assertEquals(direct, known.locate(new Surl("srm://h/old/a/file")));
    assertEquals("/a/file", assertInstanceOf(Place.class, direct).sfn());
    assertInstanceOf(Nowhere.class, known.locate(new Surl("srm://h/old/b")));
    assertEquals(List.of("a"), known.namesBelow("/"));
    List<StorageArea> two = List.of(AreaTrees.area("/a"), AreaTrees.area("/b"));
    Map<String, String> taken = Map.of("/b", "a");
    assertThrows(IllegalArgumentException.class, () -> new SurlLocator(settings, two, taken));
  }

  @Test
  void twoAreasCannotShareAPlace() {
    LocateSettings settings = new LocateSettings(List.of("h"));
    List<StorageArea> twice = List.of(AreaTrees.area("/a"), AreaTrees.area("/a"));

    assertThrows(IllegalArgumentException.class, () -> new SurlLocator(settings, twice));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "h/p", "u@h"})
  void aHostNameMustBeOne(String host) {
    List<String> hosts = List.of(host);
    assertThrows(IllegalArgumentException.class, () -> new LocateSettings(hosts));
  }

  @Test
  void aServiceHasAtLeastOneHost() {
    List<String> none = List.of();
    assertThrows(IllegalArgumentException.class, () -> new LocateSettings(none));
  }
}
