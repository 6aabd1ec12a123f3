package org.bora.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What running sites are held to notices each way in which an answer may differ. */
class AdminAnswersTest {
  private static final String DONE = "{\"lines\":[\"done\"]}";

  private final AdminAnswers answers = new AdminAnswers(Path.of(".."));

  AdminAnswersTest() throws IOException {}

  private void assertWrong(String schema, String json, String word) {
    String wrong = String.join("\n", answers.wrong(schema, json));
    assertTrue(wrong.contains(word), wrong);
  }

  @Test
  void aFieldTooManyOneTooFewAndAWrongOneAreTold() {
    assertEquals(List.of(), answers.wrong("Told", DONE));
    assertWrong("Told", "{\"lines\":[],\"more\":1}", "more");
    assertWrong("Told", "{}", "lines");
    assertWrong("Told", "{\"lines\":[1]}", "integer");
    assertWrong("FleetFigures", "{\"at\":\"yesterday\",\"processes\":[]}", "date-time");
    assertWrong("SiteErrors", "{\"at\":\"2026-12-01T00:00:00Z\",\"errors\":[{}]}", "/errors/0");
  }

  @Test
  void anAnswerIsFoundByItsPathAndItsStatus() {
    String route = "POST /v1/areas/{name}/adopt";
    assertTrue(answers.silent().contains(route));
    assertEquals(List.of(), answers.wrong("POST", "/v1/areas/a/adopt?x=1", 200, DONE));
    assertFalse(answers.silent().contains(route));
    assertEquals(1, answers.wrong("POST", "/v1/areas/a/b/adopt", 200, DONE).size());
    assertEquals(1, answers.wrong("POST", "/v1/areas/a/adopt", 418, DONE).size());
    assertFalse(answers.wrong("POST", "/v1/areas/a/adopt", 404, DONE).isEmpty());
    assertEquals(List.of("RecallQueues", "RecallLines"), answers.schemas("GET", "/v1/recalls"));
  }
}
