package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.bora.door.http.Refused;
import org.bora.s3.sign.Query;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.junit.jupiter.api.Test;

/** How a request is read that another door has sent here. */
class SentOnTest {
  private static final String SIGNED = "X-Amz-Signature=0&a=b";

  @Test
  void theHostGoesAlongWithAPresignedRequestAlone() throws Refused {
    String mark = "&bora-sent-on=vo.door1%3A9000";
    assertEquals(Optional.of("vo.door1:9000"), SentOn.host(Query.of(SIGNED + mark)));
    assertEquals(Optional.empty(), SentOn.host(Query.of("a=b" + mark)));
    assertEquals(Optional.empty(), SentOn.host(Query.of(SIGNED)));
  }

  @Test
  void itsNameIsTheOneThatIsReadAndItsHeadersTheOnesThatWereSigned() {
    Optional<String> host = Optional.of("VO.door1:9000");
    Request none = null; // is not looked at
    assertEquals("vo.door1", SentOn.name(none, host));
    HttpFields sent = HttpFields.build().put("Host", "door2:9000").put("X-Amz-Date", "now");
    HttpFields signed = SentOn.signed(sent, host);
    assertEquals("VO.door1:9000", signed.get("Host"));
    assertEquals("now", signed.get("X-Amz-Date"));
    assertEquals(sent, SentOn.signed(sent, Optional.empty()));
  }
}
