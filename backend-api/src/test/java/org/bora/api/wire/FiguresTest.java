package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.figures.CallError;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.CallTarget;
import org.bora.api.figures.CallerCalls;
import org.bora.api.figures.CertificateEnd;
import org.bora.api.figures.DoorFigures;
import org.bora.api.figures.DoorLoad;
import org.bora.api.figures.Latency;
import org.bora.api.figures.LinkFigures;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.bora.api.figures.ReasonCount;
import org.bora.api.figures.TransferFigures;
import org.bora.api.figures.TurnFigures;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

class FiguresTest {
  private static final CBORMapper CBOR = new CBORMapper();
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.123Z");
  private static final ProcessFigures FULL =
      new ProcessFigures(
          new Origin(Origin.Kind.FRONTEND, "fe1:8444", "se.example.org:8444", "0.1.0", NOON),
          NOON.plusSeconds(5),
          59.5,
          List.of(new OperationCalls("srmLs", CallResult.DONE, 7, 0.25)),
          new Latency(3, 0.01, 0.5),
          Optional.of(new DoorFigures(5, 4, 3, 2, 1)),
          List.of(new TurnFigures("read", 16, 2, 1, 100, 1.5, 9)),
          List.of(new ReasonCount("banned", 4)),
          List.of(new LinkFigures("be1:8445", false, 2, 7, "nothing listens there")),
          List.of(new CallerCalls("/CN=Ünal", 12)),
          List.of(
              new CallError(
                  NOON,
                  "srmLs",
                  CallResult.FAILED,
                  "SRM_INTERNAL_ERROR",
                  "why",
                  "trace",
                  Optional.of("token"),
                  "/CN=a",
                  Optional.of(new CallTarget("srm://se.example.org/vo/f", 2)),
                  NOON.minusSeconds(9),
                  3)),
          List.of(
              new TransferFigures(
                  "id", "GET", "/CN=a", "/vo/f", "192.0.2.1", 7, OptionalLong.of(9), 1.5)),
          Map.of("atlas", 0.25),
          List.of(new CertificateEnd("link_certificate", NOON)),
          Optional.of(new DoorLoad("https://door1:8443", 7, Optional.of("https://door1:9000"))));

  @Test
  void whatIsSentIsWhatArrives() {
    assertEquals(FULL, Messages.figures(Messages.figures(FULL)));
  }

  @Test
  void aBackendHasNoDoor() {
    ProcessFigures backend =
        new ProcessFigures(
            new Origin(Origin.Kind.BACKEND, "be1:8445", "be1:8445", "0.1.0", NOON),
            NOON,
            1,
            List.of(),
            Latency.NONE,
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            Optional.empty());
    assertEquals(backend, Messages.figures(Messages.figures(backend)));
  }

  @Test
  void whatANewerProcessKnowsIsLeftOut() {
    ObjectNode newer = tree();
    for (String list : List.of("operations", "errors")) {
      ArrayNode entries = (ArrayNode) newer.get(list);
      entries.add(((ObjectNode) entries.get(0).deepCopy()).put("result", "POSTPONED"));
    }
    assertEquals(FULL, Messages.figures(CBOR.writeValueAsBytes(newer)));
  }

  @Test
  void aProcessOfAnEarlierReleaseTellsOfNoTransfers() {
    ObjectNode earlier = tree();
    earlier.remove("transfers");
    earlier.remove("load");
    earlier.remove("vos");
    assertEquals(List.of(), Messages.figures(CBOR.writeValueAsBytes(earlier)).transfers());
  }

  @Test
  void anEarlierReleaseTellsNotWhatAnErrorWasAbout() {
    ObjectNode earlier = tree();
    ((ObjectNode) earlier.get("errors").get(0)).remove(List.of("target", "first", "times"));
    CallError error = Messages.figures(CBOR.writeValueAsBytes(earlier)).errors().getFirst();
    assertEquals(Optional.empty(), error.target());
    assertEquals(1, error.times());
    assertEquals(NOON, error.first());
  }

  @Test
  void aProcessOfAnEarlierReleaseTellsNotWhenItsCertificatesEnd() {
    ObjectNode earlier = tree();
    earlier.remove("certificates");
    ((ObjectNode) earlier.get("door")).put("certificateEnd", NOON.toString());
    ProcessFigures told = Messages.figures(CBOR.writeValueAsBytes(earlier));
    assertEquals(List.of(), told.certificates());
    assertEquals(FULL.door(), told.door());
  }

  @Test
  void whatIsNoneIsRefused() {
    assertThrows(
        MalformedMessage.class,
        () -> Messages.figures(CBOR.writeValueAsBytes(CBOR.createObjectNode())));
    ObjectNode unknown = tree();
    ((ObjectNode) unknown.get("origin")).put("kind", "SIDECAR");
    byte[] message = CBOR.writeValueAsBytes(unknown);
    assertThrows(MalformedMessage.class, () -> Messages.figures(message));
  }

  private static ObjectNode tree() {
    return (ObjectNode) CBOR.readTree(Messages.figures(FULL));
  }
}
