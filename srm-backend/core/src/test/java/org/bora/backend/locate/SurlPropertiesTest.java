package org.bora.backend.locate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;

class SurlPropertiesTest {

  private final Locator locator =
      new SurlLocator(new LocateSettings(List.of("h")), List.of(AreaTrees.area("/vo")));

  @Property
  void anEscapedPathComesBackInBothForms(@ForAll("paths") List<String> names) {
    String path =
        names.stream()
            .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
            .collect(Collectors.joining("/"));

    assertEquals(names, located("srm://h/vo/" + path).path().names());
    assertEquals(names, located("srm://h:8443/srm/managerv2?SFN=//vo/" + path).path().names());
  }

  @Property
  void aRawPathWithoutPercentComesBack(@ForAll("paths") List<String> names) {
    List<String> raw = names.stream().map(name -> name.replace('%', '_')).toList();

    assertEquals(
        raw, located("srm://h/srm/managerv2?SFN=/vo/" + String.join("/", raw)).path().names());
  }

  @Property
  void whateverIsSentNothingClimbsOrThrows(@ForAll("hostile") String tail) {
    if (locator.locate(new Surl("srm://h/vo/" + tail)) instanceof Place place) {
      assertFalse(
          place.path().names().stream()
              .anyMatch(
                  name ->
                      name.isEmpty()
                          || name.equals(".")
                          || name.equals("..")
                          || name.indexOf('/') >= 0
                          || name.indexOf('\0') >= 0
                          || name.startsWith(".bora-")));
    }
  }

  private Place located(String surl) {
    return assertInstanceOf(Place.class, locator.locate(new Surl(surl)));
  }

  @Provide
  Arbitrary<List<String>> paths() {
    return Arbitraries.strings()
        .withCharRange(' ', '~')
        .withChars("äß漢é\u0301€?#+@%&")
        .excludeChars('/')
        .ofMinLength(1)
        .ofMaxLength(20)
        .filter(name -> !name.equals(".") && !name.equals("..") && !name.startsWith(".bora-"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<String> hostile() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "..",
            ".",
            "/",
            "%2e",
            "%2F",
            "%00",
            "\0",
            "%",
            "%c0%af",
            "?SFN=",
            "//",
            "a",
            ".bora-",
            "%2ebora-",
            "\ud800",
            "%ff",
            "\n",
            "#",
            "?");
    return pieces.list().ofMaxSize(12).map(list -> String.join("", list));
  }
}
