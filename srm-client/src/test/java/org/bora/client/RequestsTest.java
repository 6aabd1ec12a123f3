package org.bora.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
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
    String call = text(Requests.prepareToPut("srm://h/f", wish));
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
    String call = text(Requests.prepareToGet("srm://h/<a>&b", 60));
    assertTrue(call.contains("<sourceSURL>srm://h/&lt;a&gt;&amp;b</sourceSURL>"), call);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
