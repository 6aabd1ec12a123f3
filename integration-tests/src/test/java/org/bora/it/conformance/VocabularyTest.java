package org.bora.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bora.it.site.Site;
import org.bora.it.wire.SrmClient;
import org.junit.jupiter.api.Test;

/** The words of the tables, without a site. */
class VocabularyTest {
  private final Names names =
      new Names(
          new Ground("se.test:8444", "se.test:2811", Path.of("/"), Path.of("/data/testvo")), "row");

  private String body(String operation, String input) throws IOException {
    return new RequestBody(new Contract(), names).of(operation, Clause.parse(input));
  }

  @Test
  void everyRowNamesAnOperationOfTheContract() throws IOException {
    Contract contract = new Contract();
    assertEquals(39, contract.operations().size());

    List<Row> rows = Tables.rows(Site.CHECKOUT.resolve("integration-tests/conformance"));

    assertTrue(rows.size() > 1000, rows.size() + " rows");
    rows.forEach(row -> assertTrue(contract.operations().contains(row.operation()), row.id()));
  }

  @Test
  void aListGoesIntoOneEntryEachAndASingleValueIntoAll() throws IOException {
    assertEquals(
        "<arrayOfFileRequests><requestArray><targetSURL>srm://se.test:8444/testvo/row/F</targetSURL>"
            + "<expectedFileSize>3</expectedFileSize></requestArray>"
            + "<requestArray><targetSURL>srm://se.test:8444/other/row/G</targetSURL>"
            + "<expectedFileSize>3</expectedFileSize></requestArray></arrayOfFileRequests>",
        body("srmPrepareToPut", "size=3 surls=F,other:G"));
  }

  @Test
  void nilNoneAndQuotesSayWhatNoClientLibraryWould() throws IOException {
    assertTrue(body("srmRm", "arrayOfSURLs=nil").contains("nil=\"true\""));
    assertEquals("<arrayOfSURLs></arrayOfSURLs>", body("srmRm", "arrayOfSURLs=none"));
    assertEquals(
        "<arrayOfSURLs><urlArray>a b&amp;c</urlArray></arrayOfSURLs>",
        body("srmRm", "surls='a b&c'"));
    assertEquals(3, body("srmRm", "surls=F{n}*3").split("<urlArray>", -1).length - 1);
  }

  @Test
  void anUnknownWordIsAnsweredWithThoseThatAreKnown() {
    UnknownWord field = assertThrows(UnknownWord.class, () -> body("srmMkdir", "colour=blue"));
    UnknownWord token = assertThrows(UnknownWord.class, () -> body("srmAbortRequest", "token=Q"));

    assertTrue(field.getMessage().contains("SURL"), field.getMessage());
    assertTrue(token.getMessage().contains("quote a token"), token.getMessage());
  }

  @Test
  void anAnswerThatDiffersIsToldByWhatDiffers() throws IOException {
    Reply reply =
        Reply.of(
            new SrmClient.Answer(
                200,
                "<e><Body><r><a><returnStatus><statusCode>SRM_FAILURE</statusCode></returnStatus>"
                    + "<files><file><status><statusCode>SRM_FILE_BUSY</statusCode></status>"
                    + "<size>5</size></file></files></a></r></Body></e>"));

    assertEquals(List.of(), differences("FAILURE", "FILE_BUSY (size>=5 !turl)", reply));
    assertEquals(
        List.of("the request is FAILURE, not SUCCESS or DONE"),
        differences("SUCCESS or DONE", "-", reply));
    assertEquals(1, differences("FAILURE", "FILE_BUSY (size=4)", reply).size());
    assertEquals(1, differences("FAILURE", "FILE_BUSY, FILE_BUSY", reply).size());
    assertEquals(1, differences("FAILURE", "none", reply).size());
  }

  private List<String> differences(String request, String files, Reply reply) {
    Row row = new Row("group", "id", "srmLs", "-", "-", request, files, "why");
    return Expectation.differences(row, reply, names);
  }
}
