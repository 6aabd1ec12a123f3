package org.bora.backend.operation.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bora.api.discovery.TransferProtocol;
import org.bora.api.discovery.TransferProtocolsReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.turl.ListedServers;
import org.bora.gridftp.watch.GridFtpEndpoint;
import org.bora.gridftp.watch.GridFtpServers;
import org.junit.jupiter.api.Test;

class GetTransferProtocolsTest {

  private static final GridFtpEndpoint ONE = new GridFtpEndpoint("one", "h", 1, "");
  private static final GridFtpEndpoint TWO = new GridFtpEndpoint("two", "h", 2, "");

  private static TransferProtocolsReply ask(GridFtpServers doors, String dn) {
    Caller caller = new Caller(dn, "/CN=CA", List.of(), "::1");
    return new GetTransferProtocols(doors, WrittenRules.of("/vo", "allow read to dn /CN=m"))
        .getTransferProtocols(new Call(caller, Instant.MAX, "trace"));
  }

  @Test
  void namesEachProtocolOfHealthyDoorsOnce() {
    TransferProtocolsReply reply = ask(ListedServers.healthy(ONE, TWO), "/CN=m");

    assertEquals(SrmStatus.SUCCESS, reply.status().code());
    assertEquals(List.of(new TransferProtocol("gsiftp", Map.of())), reply.protocols());
  }

  @Test
  void withoutAHealthyDoorTheClientIsToldToRetry() {
    assertEquals(SrmStatus.INTERNAL_ERROR, ask(ListedServers.sick(ONE), "/CN=m").status().code());
  }

  @Test
  void strangersLearnNothing() {
    TransferProtocolsReply reply = ask(ListedServers.healthy(ONE), "/CN=stranger");

    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, reply.status().code());
    assertEquals(List.of(), reply.protocols());
  }
}
