package org.bora.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RequestsTest {

  @Test
  void theFieldsOfAPutStandInTheOrderOfTheContract() {
    PutWish wish =
        new PutWish(
            OptionalLong.of(5),
            "ALWAYS",
            60,
            OptionalInt.of(-1),
            Optional.of("PERMANENT"),
            Optional.of("TOKEN"),
            Optional.of(new PutWish.Retention("REPLICA", Optional.of("ONLINE"))));
    String call = sent("srmPrepareToPut", Requests.prepareToPut("srm://h/f", wish));
    List<String> names =
        Pattern.compile("<([A-Za-z]+)>").matcher(call).results().map(m -> m.group(1)).toList();
    assertEquals(
        List.of(
            "srmPrepareToPutRequest",
            "arrayOfFileRequests",
            "requestArray",
            "targetSURL",
            "expectedFileSize",
            "overwriteOption",
            "desiredTotalRequestTime",
            "desiredFileLifeTime",
            "desiredFileStorageType",
            "targetSpaceToken",
            "targetFileRetentionPolicyInfo",
            "retentionPolicy",
            "accessLatency",
            "transferParameters",
            "arrayOfTransferProtocols",
            "stringArray"),
        names);
  }

  @Test
  void aNameThatLooksLikeMarkupIsText() {
    String call = sent("srmPrepareToGet", Requests.prepareToGet("srm://h/<a>&b", 60));
    assertTrue(call.contains("<sourceSURL>srm://h/&lt;a>&amp;b</sourceSURL>"), call);
  }

  @Test
  void theCallStandsInAnEnvelopeOfSoap11() {
    String call = sent("srmAbortRequest", Requests.abortRequest("T"));
    assertTrue(
        call.matches(
            "<(\\w+):Envelope xmlns:\\1=\"http://schemas.xmlsoap.org/soap/envelope/\"><\\1:Body>"
                + "<(\\w+):srmAbortRequest xmlns:\\2=\"http://srm.lbl.gov/StorageResourceManager\">"
                + "<srmAbortRequestRequest><requestToken>T</requestToken></srmAbortRequestRequest>"
                + "</\\2:srmAbortRequest></\\1:Body></\\1:Envelope>"),
        call);
  }

  private static String sent(String operation, Object part) {
    CannedServer server = new CannedServer("<nothing/>");
    assertThrows(Exception.class, () -> server.ask(operation, part, Object.class));
    return server.request();
  }
}
