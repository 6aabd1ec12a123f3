package org.bora.backend.authorise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who, whence and where; and against the plainest way to say the same, regular expressions. */
class PatternsTest {

  @ParameterizedTest
  @CsvSource({
    "anyone, /CN=a, , true",
    "dn /DC=org/CN=Alice, /DC=org/CN=Alice, , true",
    "dn /DC=org/CN=Alice, /DC=org/CN=Alice2, , false",
    "dn /DC=org/CN=*, /DC=org/CN=Alice, , true",
    "dn /DC=org/*, /DC=org/OU=a/CN=Alice, , true",
    "dn */CN=Alice, /DC=org/OU=a/CN=Alice, , true",
    "dn *, /DC=org/CN=x, , true",
    "dn /DC=org/CN=A.*e, /DC=org/CN=Alice, , false",
    "dn /DC=org/CN=alice, /DC=org/CN=Alice, , false",
    "dn /a*a, /a, , false",
    "vo testvo, /CN=a, /testvo, true",
    "vo testvo, /CN=a, /testvo/sub/Role=x, true",
    "vo testvo, /CN=a, /testvo2, false",
    "vo test*, /CN=a, /testvo2, true",
    "vo testvo, /CN=a, , false",
    "vo second, /CN=a, /testvo;/second, true",
    "fqan /testvo, /CN=a, /testvo/Role=NULL/Capability=NULL, true",
    "fqan /testvo, /CN=a, /testvo/prod/Role=x, true",
    "fqan /testvo/Capability=NULL, /CN=a, /testvo, true",
    "fqan /testvo/prod, /CN=a, /testvo, false",
    "fqan /testvo/prod, /CN=a, /testvo/production, false",
    "fqan /testvo/prod*, /CN=a, /testvo/production, true",
    "fqan /testvo/*/uk, /CN=a, /testvo/prod/uk/x, true",
    "fqan /testvo/Role=production, /CN=a, /testvo/Role=production, true",
    "fqan /testvo/Role=production, /CN=a, /testvo/sub/Role=production, true",
    "fqan /testvo/Role=production, /CN=a, /testvo, false",
    "fqan /testvo/Role=production, /CN=a, /testvo/Role=lcgadmin, false",
    "fqan /testvo/Role=production, /CN=a, /testvo;/testvo/Role=production, true",
    "fqan /testvo/Role=*, /CN=a, /testvo, false",
    "fqan /testvo/Role=p*, /CN=a, /testvo/Role=pilot, true",
    "fqan /testvo/Role=NULL, /CN=a, /testvo, true",
    "fqan /testvo/Role=NULL, /CN=a, /testvo/Role=pilot, false"
  })
  void callersMatchWhoNamesThem(String pattern, String dn, String fqans, boolean matches) {
    List<Fqan> held =
        fqans == null ? List.of() : Stream.of(fqans.split(";", -1)).map(Fqan::parse).toList();

    assertEquals(matches, Who.parse(pattern).matches(new Caller(dn, "/CN=CA", held, "::1")));
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7, true",
    "192.0.2.7, 192.0.2.8, false",
    "192.0.2.0/24, 192.0.2.255, true",
    "192.0.2.0/24, 192.0.3.0, false",
    "192.0.2.128/25, 192.0.2.127, false",
    "192.0.2.128/25, 192.0.2.128, true",
    "0.0.0.0/0, 192.0.2.1, true",
    "0.0.0.0/0, ::1, false",
    "192.0.2.0/24, ::ffff:192.0.2.1, true",
    "2001:db8::/32, 2001:db8:1::7, true",
    "2001:db8::/33, 2001:db8:8000::7, false",
    "fe80::/10, fe80::1%eth0, true",
    "::/0, ::1, true",
    "::/0, worker.example.org, false",
    "::/0, '', false"
  })
  void addressesMatchTheirRange(String range, String host, boolean matches) {
    AskingCaller asker = new AskingCaller(new Caller("/CN=a", "/CN=CA", List.of(), host));

    assertEquals(matches, asker.isWithin(HostRange.parse(range)));
  }

  @ParameterizedTest
  @CsvSource({
    "/vo, '', true, false, true",
    "/vo, a, false, false, false",
    "/vo/**, '', true, true, true",
    "/vo/**, a/b, true, true, true",
    "/vo/raw/**, '', false, false, true",
    "/vo/raw/**, raw, true, true, true",
    "/vo/raw/**, raw/x/y, true, true, true",
    "/vo/raw/**, rawer, false, false, false",
    "/vo/raw/*, raw, false, false, true",
    "/vo/raw/*, raw/x, true, false, true",
    "/vo/raw/*, raw/x/y, false, false, false",
    "/vo/**/keep, keep, true, false, true",
    "/vo/**/keep, a/b/keep, true, false, true",
    "/vo/**/keep, a/b, false, false, true",
    "/vo/**/keep/**, a/keep/b, true, true, true",
    "/vo/*.root, x.root, true, false, true",
    "/vo/*.root, a/x.root, false, false, false",
    "/vo/**/*.root, a/b/x.root, true, false, true",
    "/vo/a/**/b/**/c, a/b/c, true, false, true",
    "/vo/a/**/b/**/c, a/x/b/y/b/c, true, false, true",
    "/vo/a/**/b/**/c, a/c/b, false, false, true"
  })
  void pathsMatchTheirPattern(
      String pattern, String path, boolean matches, boolean covers, boolean reaches) {
    PathPattern parsed = PathPattern.parse(pattern, "/vo");
    AreaPath place = AreaPath.parse(path);

    assertEquals(matches, parsed.matches(place), "matches");
    assertEquals(covers, parsed.coversAllWithin(place), "covers");
    assertEquals(reaches, parsed.reachesWithin(place), "reaches");
  }

  @Provide
  Arbitrary<String> globs() {
    return Arbitraries.strings().withChars("ab*").ofMaxLength(6);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars("ab").ofMaxLength(7);
  }

  @Property
  void aGlobIsARegularExpressionWithoutTheCost(
      @ForAll("globs") String glob, @ForAll("texts") String text) {
    assertEquals(Pattern.matches(glob.replace("*", ".*"), text), new Glob(glob).matches(text));
  }

  @Provide
  Arbitrary<List<String>> patterns() {
    return Arbitraries.of("a", "b", "a*", "*", "**", "**").list().ofMaxSize(5);
  }

  @Provide
  Arbitrary<List<String>> paths() {
    return Arbitraries.of("a", "b", "ab").list().ofMaxSize(5);
  }

  @Property
  void aPathPatternIsARegularExpressionWithoutTheCost(
      @ForAll("patterns") List<String> pattern, @ForAll("paths") List<String> path) {
    PathPattern parsed = pattern(pattern);
    String regex =
        pattern.stream()
            .map(name -> name.equals("**") ? "(/[^/]+)*" : "/" + name.replace("*", "[^/]*"))
            .collect(Collectors.joining());
    String text = path.stream().map("/"::concat).collect(Collectors.joining());

    assertEquals(Pattern.matches(regex, text), parsed.matches(new AreaPath(path)));
  }

  /** What is said of everything below a place holds for each thing below it. */
  @Property
  void whatCoversAPlaceMatchesAllBelowAndWhatReachesNothingMatchesNone(
      @ForAll("patterns") List<String> pattern,
      @ForAll("paths") List<String> path,
      @ForAll("paths") List<String> below) {
    PathPattern parsed = pattern(pattern);
    AreaPath place = new AreaPath(path);
    AreaPath deeper = new AreaPath(Stream.concat(path.stream(), below.stream()).toList());

    if (parsed.coversAllWithin(place)) {
      assertTrue(parsed.matches(deeper));
    }
    if (!parsed.reachesWithin(place)) {
      assertFalse(parsed.matches(deeper));
    }
  }

  private static PathPattern pattern(List<String> names) {
    return PathPattern.parse(
        "/vo" + names.stream().map("/"::concat).collect(Collectors.joining()), "/vo");
  }
}
