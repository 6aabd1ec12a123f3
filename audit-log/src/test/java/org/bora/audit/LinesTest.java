package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class LinesTest {

  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static AuditLines lines(Instant now) {
    return new AuditLines(
        new AuditSource("se.example.org", "bora", 7), Clock.fixed(now, ZoneOffset.UTC));
  }

  private static String written(String value) {
    return lines(NOON).begin("x").name("f", value).end().toString();
  }

  private static String read(String value) {
    return JSON.readTree(written(value)).get("f").asString();
  }

  @Test
  void aLineIsOneObjectWithItsFieldsInTheOrderGiven() {
    AuditLines lines = lines(NOON.plusMillis(7));

    lines
        .begin("operation")
        .text("op", "srmRm")
        .texts("fqans", List.of("/vo", "/vo/Role=x"))
        .text("request", Optional.empty())
        .text("space", Optional.of("s"))
        .number("us", 1234)
        .flag("repeated", true)
        .end();

    assertEquals(
        "{\"v\":1,\"time\":\"2026-11-21T12:00:00.007Z\",\"seq\":1,\"host\":\"se.example.org\","
            + "\"process\":\"bora\",\"pid\":7,\"event\":\"operation\",\"op\":\"srmRm\","
            + "\"fqans\":[\"/vo\",\"/vo/Role=x\"],\"space\":\"s\",\"us\":1234,\"repeated\":true}\n",
        lines.toString());
  }

  @Test
  void linesAreCounted() {
    AuditLines lines = lines(NOON);

    String both = lines.begin("a").end().begin("b").end().toString();

    assertTrue(both.contains("\"seq\":1,") && both.contains("\"seq\":2,"), both);
    assertEquals(2, both.lines().count());
  }

  @Test
  void fieldsThatManyLinesHaveInCommonAreTheSameInEach() {
    AuditLines lines = lines(NOON).begin("a");
    int start = lines.size();
    byte[] common = lines.text("dn", "/CN=\"x\"").number("us", 12).since(start);

    lines.end().begin("a").fields(common).end();

    List<String> both = lines.toString().lines().toList();
    assertEquals(both.get(0).replace("\"seq\":1", ""), both.get(1).replace("\"seq\":2", ""));
  }

  @Test
  void pointsInTimeAlwaysHaveTheSameForm() {
    for (String time :
        List.of(
            "2026-01-01T00:00:00.000Z",
            "2026-12-31T23:59:59.999Z",
            "1970-01-01T00:00:00.001Z",
            "9999-10-09T08:07:06.050Z")) {
      String line = lines(Instant.parse(time).plusNanos(999_999)).begin("x").end().toString();

      assertTrue(line.contains("\"time\":\"" + time + "\""), line);
    }
  }

  @Test
  void nothingThatIsSaidBeginsALineOrEndsAField() {
    for (String nasty :
        List.of(
            "\n{\"v\":1,\"event\":\"forged\"}\n",
            "\",\"outcome\":\"done\",\"x\":\"",
            "a\\",
            "a\\\"b",
            "\r\u0000\u0007\u001b[2J\u007f\u0085\u009b",
            "\u2028\u2029",
            "\u202egnp.exe\u2066x\u200b\ufeff",
            "Zoë 😀 日本")) {
      String line = written(nasty);

      assertTrue(line.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)), line);
      assertEquals(line.length() - 1, line.indexOf('\n'), line);
      assertEquals(nasty, read(nasty));
    }
  }

  @Test
  void halfASurrogatePairIsReplacedWhereverItStands() {
    assertEquals("\ufffda", read("\ud83da"));
    assertEquals("a\ufffd", read("a\ude00"));
    assertEquals("a\ufffd", read("a\ud83d"));
    assertEquals("\ufffd\ufffd", read("\ude00\ud83d"));
    assertEquals("\ufffd😀", read("\ud83d😀"));
  }

  @Test
  void anythingAtAllComesBackAsItWent() {
    SplittableRandom random = new SplittableRandom(6);
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        text.append((char) random.nextInt(random.nextBoolean() ? 0x100 : 0xD800));
      }
      if (text.indexOf("=") < 0 && text.indexOf("://") < 0) {
        assertEquals(text.toString(), read(text.toString()));
      }
    }
  }

  @Test
  void whatIsTooLongIsCutAndSaysByHowMuch() {
    String longest = "x".repeat(AuditLines.LONGEST_NAME);
    assertEquals(longest, read(longest));
    assertEquals(longest + "...[+1]", read(longest + "y"));
    assertEquals(longest + "...[+100000]", read(longest + "y".repeat(100_000)));

    String text = "é".repeat(AuditLines.LONGEST_TEXT + 1);
    JsonNode line = JSON.readTree(lines(NOON).begin("x").text("f", text).end().toString());
    assertEquals("é".repeat(AuditLines.LONGEST_TEXT) + "...[+1]", line.get("f").asString());
  }

  @Test
  void aCutNeverStandsBetweenTheHalvesOfAPair() {
    String pair = "x".repeat(AuditLines.LONGEST_NAME - 1) + "😀";

    assertEquals("x".repeat(AuditLines.LONGEST_NAME - 1) + "...[+2]", read(pair));
  }

  @Test
  void ofAListSoManyElementsAreTold() {
    assertEquals(32, list(32).size());
    assertEquals("31", list(32).get(31).asString());
    assertEquals(33, list(33).size());
    assertEquals("... and 1 more", list(33).get(32).asString());
    assertEquals("... and 9968 more", list(10_000).get(32).asString());
    assertEquals(0, list(0).size());
  }

  private static JsonNode list(int size) {
    List<Integer> counted = IntStream.range(0, size).boxed().toList();
    return JSON.readTree(lines(NOON).begin("x").texts("f", counted).end().toString()).get("f");
  }

  @Test
  void whatOpensDoorsIsHidden() {
    assertEquals("gsiftp://***@h:2811/a", read("gsiftp://bob:s3cret@h:2811/a"));
    assertEquals("gsiftp://***@h/a", read("gsiftp://a@b:c@h/a"));
    assertEquals(
        "no https://***@h/ and no http://***@i/x", read("no https://u:p@h/ and no http://v:q@i/x"));
    assertEquals("https://h/a?authz=***&x=1", read("https://h/a?authz=Bearer%20abc&x=1"));
    assertEquals("https://h/a?x=1&Token=***#f", read("https://h/a?x=1&Token=abc#f"));
    assertEquals("srm://h:8444/srm/managerv2?SFN=/a", read("srm://h:8444/srm/managerv2?SFN=/a"));
    assertEquals("srm://h/a@b/c", read("srm://h/a@b/c"));
    assertEquals("jdbc:mysql://h/bora?password=***", read("jdbc:mysql://h/bora?password=x"));
    assertFalse(
        written("x".repeat(AuditLines.LONGEST_NAME - 10) + "://user:secret@h").contains("secret"));
  }

  @Test
  void aTextMadeToBeSlowTakesNoLongerThanAnother() {
    for (String part : List.of("&", "?", "://", "://a@", "?a=", "&key=", "@", "&token=&")) {
      String evil = part.repeat(1_000_000 / part.length());

      assertTrue(written(evil).length() < 6 * AuditLines.LONGEST_NAME + 300);
    }
  }

  @Test
  void nothingOfASurlOfOursIsHidden() {
    for (String surl :
        List.of(
            "srm://h/&token=z?SFN=/vo/victim",
            "srm://h:8444/srm/managerv2?token=z&SFN=/vo/victim",
            "SRM://h/a://X@b?key=/vo/victim",
            "srm://h/a?sig=b&secret=c")) {
      String line = lines(NOON).begin("x").surl("surl", surl).end().toString();

      assertEquals(surl, JSON.readTree(line).get("surl").asString());
    }
    String foreign = lines(NOON).begin("x").surl("to", "gsiftp://u:p@h/a?token=z").end().toString();
    assertEquals("gsiftp://***@h/a?token=***", JSON.readTree(foreign).get("to").asString());
  }

  @Test
  void namesOfPeopleNeverReadAlike() {
    for (String dn : List.of("/CN=a&token=b", "/CN=a://X@b", "/CN=x ftp://u:p@h")) {
      String line = lines(NOON).begin("x").exact("dn", dn).end().toString();

      assertEquals(dn, JSON.readTree(line).get("dn").asString());
    }
  }

  @Test
  void whatFollowsASlashIsAPath() {
    assertEquals("/a://X@b", read("/a://X@b"));
    assertEquals("/a://Y@b", read("/a://Y@b"));
    assertEquals("https://***@h/a://X@b", read("https://u:p@h/a://X@b"));
    assertEquals("jdbc:mysql://***@h/bora", read("jdbc:mysql://u:p@h/bora"));
    assertEquals("//://***@h", read("//://u:p@h"));
  }

  @Test
  void ofSurlsThatNothingBecameOfTheFirstFewAreTold() {
    String long1 = "srm://h/" + "a".repeat(AuditLines.LONGEST_TEXT);
    List<String> few = List.of("srm://h/a?token=1", "gsiftp://u:p@h/b");

    assertEquals(List.of("srm://h/a?token=1", "gsiftp://***@h/b"), surls(few));
    assertEquals("... and 2 more", surls(List.of(long1, "b", "c")).getLast());
    assertEquals(2, surls(List.of(long1, "b", "c")).size());
    assertEquals(7, surls(Collections.nCopies(500, "a".repeat(100))).size());
  }

  private static List<String> surls(List<String> named) {
    String line = lines(NOON).begin("x").surls("f", named).end().toString();
    List<String> told = new ArrayList<>();
    JSON.readTree(line).get("f").forEach(each -> told.add(each.asString()));
    return told;
  }
}
