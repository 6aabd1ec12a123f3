package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionsTest {
  private static final Duration USUAL = Duration.ofDays(3);
  private static final TapeLimits LIMITS = new TapeLimits(2, 3, 20_000, 100_000, 50_000, USUAL);

  private final Questions questions = new Questions(LIMITS, "site");

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private List<WantedFile> staging(String json) throws Refused {
    return questions.staging(bytes(json));
  }

  private Refused refusal(String json) {
    return assertThrows(Refused.class, () -> staging(json), json);
  }

  @Test
  void whatGfalSendsIsRead() throws Refused {
    List<WantedFile> read =
        staging("{'files':[{'path':'/vo/a','diskLifetime':'PT300S'},{'path':'/vo/b'}]}");
    assertEquals(
        List.of(new SentPath("/vo/a"), new SentPath("/vo/b")),
        read.stream().map(WantedFile::path).toList());
  }

  private Duration lifetime(String file) throws Refused {
    return staging("{'files':[" + file + "]}").getFirst().lifetime();
  }

  @Test
  void eachFileHasItsOwnLifetime() throws Refused {
    List<WantedFile> files =
        staging("{'files':[{'path':'/a','diskLifetime':'PT1H'},{'path':'/b'}]}");
    assertEquals(
        List.of(Duration.ofHours(1), USUAL), files.stream().map(WantedFile::lifetime).toList());
    assertEquals(USUAL, lifetime("{'path':'/a','diskLifetime':null}"));
    assertEquals(
        Duration.ofDays(9),
        lifetime("{'path':'/a','diskLifetime':'P9D'},{'path':'/a','diskLifetime':'PT1H'}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'other':{'activity':'no'},'site':{'x':[{}],'activity':'T0 export','y':{}}}",
        "{'site':{'activity':'T0 export'},'other':{'activity':'no'}}"
      })
  void theActivityIsWhatOurSiteIsTold(String metadata) throws Refused {
    assertEquals(Optional.of("T0 export"), activity(metadata));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{'other':{'activity':'no'}}",
        "{'site':'T0'}",
        "{'site':{'activity':7}}",
        "{'site':{'deeper':{'activity':'no'}}}"
      })
  void whatElseItIsToldIsPassedOver(String metadata) throws Refused {
    assertEquals(Optional.empty(), activity(metadata));
  }

  private Optional<String> activity(String metadata) throws Refused {
    List<WantedFile> files =
        staging("{'files':[{'targetedMetadata':" + metadata + ",'path':'/a'},{'path':'/b'}]}");
    assertEquals(2, files.size());
    assertEquals(Optional.empty(), files.getLast().activity());
    return files.getFirst().activity();
  }

  @Test
  void unknownFieldsArePassedOver() throws Refused {
    List<WantedFile> read =
        staging(
            "{'x':{'files':[1]},'files':[{'y':[{}],'path':'/a','targetedMetadata':{'s':{'activity':'x'}}}],'z':1}");
    assertEquals(List.of(new SentPath("/a")), read.stream().map(WantedFile::path).toList());
  }

  @Test
  void aPathThatIsNamedTwiceCountsOnce() throws Refused {
    assertEquals(1, staging("{'files':[{'path':'/a'},{'path':'/a'}]}").size());
    assertEquals(1, questions.asked(bytes("{'paths':['/a','/a']}"), true).size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{}",
        "{'files':null}",
        "{'files':[]}",
        "{'files':{}}",
        "{'files':['/a']}",
        "{'files':[{}]}",
        "{'files':[{'path':null}]}",
        "{'files':[{'path':1}]}",
        "{'files':[{'path':''}]}",
        "{'files':[{'path':'a'}]}",
        "{'files':[{'path':'\\ud800'}]}",
        "{'files':[{'path':'/\\ud800'}]}",
        "{'files':[{'path':'/a','path':'/b'}]}",
        "{'files':[{'path':'/a'}],'files':[{'path':'/b'}]}",
        "{'files':[{'path':'/a','diskLifetime':7}]}",
        "{'files':[{'path':'/a','diskLifetime':'a day'}]}",
        "{'files':[{'path':'/a','diskLifetime':''}]}",
        "{'files':[{'path':'/a','diskLifetime':'P'}]}",
        "{'files':[{'path':'/a','diskLifetime':'P1DT'}]}",
        "{'files':[{'path':'/a','diskLifetime':'PT9999999999S'}]}",
        "{'files':[{'path':'/a','diskLifetime':'-PT1S'}]}",
        "{'files':[{'path':'/a','targetedMetadata':'x'}]}",
        "{'files':[{'path':'/a'}]} {}",
        "{'files':[{'path':'/a'}],}"
      })
  void whatIsNoStageRequestIsRefused(String json) {
    assertEquals(400, refusal(json).status());
  }

  @Test
  void depthIsBounded() throws Refused {
    String deep = "{'x':" + "[".repeat(31) + "]".repeat(31) + ",'files':[{'path':'/a'}]}";
    assertEquals(1, staging(deep).size());
    assertEquals(400, refusal(deep.replace("[]", "[[]]")).status());
  }

  @Test
  void longNamesAndNumbersOfOthersArePassedOver() throws Refused {
    String other = "{'" + "n".repeat(2_000) + "':" + "7".repeat(2_000);
    assertEquals(1, staging(other + ",'files':[{'path':'/a'}]}").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/caf\u00e9", "/\u00ff\u00fe", "/\u00c0\u00af", "/\u00ed\u00a0\u0080"})
  void whatIsNotUtf8IsRefused(String path) {
    String json = "{'files':[{'path':'" + path + "'}]}";
    byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.ISO_8859_1);
    Refused refusal = assertThrows(Refused.class, () -> questions.staging(body));
    assertEquals(400, refusal.status());
    assertEquals("the body is not encoded in UTF-8", refusal.getMessage());
  }

  @Test
  void aRefusalTellsWhereTheJsonIsWrongAndNamesNoClass() {
    assertEquals(
        "the body is no valid JSON (line 2, column 3)",
        refusal("{'files':\n[ oops]}").getMessage());
    assertEquals(
        "the JSON of the body is nested deeper than 32 levels",
        refusal("{'x':" + "[".repeat(33)).getMessage());
  }

  @Test
  void filesAndPathsAreBounded() throws Refused {
    assertEquals(2, staging("{'files':[{'path':'/a'},{'path':'/b'}]}").size());
    assertEquals(413, refusal("{'files':[{'path':'/a'},{'path':'/b'},{'path':'/c'}]}").status());
    assertEquals(
        413,
        assertThrows(Refused.class, () -> questions.files(bytes("{'paths':['/a','/b','/c']}")))
            .status());
  }

  private List<String> asked(String json, boolean whole) throws Refused {
    return questions.asked(bytes(json), whole).stream().map(SentPath::text).toList();
  }

  @Test
  void tooManyPathsAreAskedForAsFarAsTheyGo() throws Refused {
    assertEquals(List.of("/a", "/b", "/c"), asked("{'paths':['/a','/b','/c']}", true));
    assertEquals(List.of("/a", "/b", "/c"), asked("{'paths':['/a','/b','/c','/d',7]}", true));
    assertEquals(List.of("/a", "/b"), asked("{'paths':['/a','/b','/unfinished", false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{'paths':[]}",
        "{'paths':{}}",
        "{'paths':[7]}",
        "{'paths':['a']}",
        "{'paths':['/a'],'paths':['/b']}",
        "{'paths':['/a']} {}",
        "{'paths':['/a'"
      })
  void whatIsNoQuestionIsRefused(String json) {
    assertEquals(400, assertThrows(Refused.class, () -> asked(json, true), json).status());
  }

  @Test
  void aBeginningWithoutAPathIsRefused() {
    assertEquals(400, assertThrows(Refused.class, () -> asked("{'x':'", false)).status());
  }

  @Test
  void aPathIsBounded() throws Refused {
    String longest = "/" + "a".repeat(SentPath.MAX_CHARS - 1);
    assertEquals(List.of(longest), asked("{'paths':['" + longest + "']}", true));
    assertThrows(Refused.class, () -> asked("{'paths':['" + longest + "b']}", true));
  }
}
