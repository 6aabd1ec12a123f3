package org.bora.storage.tape.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TapeJsonTest {
  private static final UUID ID = UUID.fromString("8f14e45f-ceea-467f-9575-2a9d1c1b0001");

  private static TapeFileReport report(String rest) {
    return TapeJson.report(TapeJson.readObject("{\"id\":\"" + ID + "\"," + rest + "}"));
  }

  private static void refused(String text, String part) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> TapeJson.report(TapeJson.readObject(text)), text);
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }

  @Test
  void fourKindsOfReportsAreKnown() {
    assertEquals(new TapeFileReport.Progress(ID, 5), report("\"report\":\"progress\",\"bytes\":5"));
    assertEquals(
        new TapeFileReport.Done(
            ID, Optional.of(new TapeLocation("V1", 7, "o")), Optional.of("0000000a")),
        report(
            "\"report\":\"done\",\"volume\":\"V1\",\"position\":7,\"object\":\"o\","
                + "\"adler32\":\"0000000a\""));
    assertEquals(
        new TapeFileReport.Done(ID, Optional.empty(), Optional.empty()),
        report("\"report\":\"done\""));
    assertEquals(
        new TapeFileReport.Failed(ID, new TapeTrouble(Kind.VOLUME_UNAVAILABLE, "V1 is out")),
        report("\"report\":\"failed\",\"kind\":\"volume-unavailable\",\"text\":\"V1 is out\""));
    assertEquals(
        new TapeFileReport.Found(ID, Optional.of(TapeLocation.named("o")), false),
        report("\"report\":\"found\",\"object\":\"o\",\"readable\":false"));
  }

  @Test
  void reportsAreReadAsTheyWereWritten() {
    for (TapeFileReport report :
        List.of(
            new TapeFileReport.Progress(ID, 5),
            new TapeFileReport.Done(
                ID, Optional.of(new TapeLocation("V", 3, "o")), Optional.of("0000000a")),
            new TapeFileReport.Done(ID, Optional.empty(), Optional.empty()),
            new TapeFileReport.Failed(ID, new TapeTrouble(Kind.NO_SPACE, "full")),
            new TapeFileReport.Found(ID, Optional.of(TapeLocation.named("o")), false))) {
      assertEquals(report, TapeJson.report(TapeJson.write(report)));
    }
  }

  @Test
  void whatIsNoReportIsSaidPlainly() {
    refused("", "not");
    refused("hello", "not JSON");
    refused("{\"a\":1} x", "not JSON");
    refused("{\"a\":1,\"a\":2}", "not JSON");
    refused("[]", "not a JSON object");
    refused("[".repeat(10_000), "not JSON");
    refused("{}", "id is missing");
    refused("{\"id\":\"1-1-1-1-1\"}", "identifier");
    String id = "{\"id\":\"" + ID + "\",";
    refused(id + "\"report\":\"dance\"}", "allowed are");
    refused(id + "\"report\":\"progress\",\"bytes\":-1}", "bytes");
    refused(id + "\"report\":\"progress\",\"bytes\":1e99}", "whole number");
    refused(id + "\"report\":\"progress\",\"bytes\":99999999999999999999}", "whole number");
    refused(id + "\"report\":\"done\",\"object\":\"a b\"}", "object");
    refused(id + "\"report\":\"done\",\"object\":\"" + "x".repeat(501) + "\"}", "object");
    refused(id + "\"report\":\"done\",\"adler32\":\"XYZ\"}", "adler32");
    refused(id + "\"report\":\"failed\",\"kind\":\"tired\"}", "allowed are");
    refused(id + "\"report\":\"found\",\"object\":\"o\",\"readable\":\"no\"}", "true or false");
  }

  @Test
  void aFileIsDescribedWithoutLossOfLetters() {
    TapeFile file =
        new TapeFile(
            ID,
            "/vo/Ž \"q\" \n☃",
            "/data/x",
            3,
            "0000000a",
            Optional.of(new TapeLocation("V1", -1, "o")));
    ObjectNode node = TapeJson.object();
    TapeJson.describe(file, node);
    String line = TapeJson.write(node);
    assertEquals(-1, line.indexOf('\n'));
    JsonNode read = TapeJson.readObject(line);
    assertEquals(file.name(), TapeJson.text(read, "name"));
    assertEquals(ID, TapeJson.id(read, "id"));
    assertEquals("o", TapeJson.text(read.get("location"), "object"));
    assertEquals(3, TapeJson.number(read, "size", 0));
  }

  @Test
  void whatStrangersWroteFitsIntoALine() {
    assertEquals("a b", TapeJson.printable(" a\nb\r\n"));
    assertEquals(TapeJson.MAX_TEXT, TapeJson.printable("x".repeat(5000)).length());
  }
}
