package org.bora.gridftp.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import org.globus.common.ChainedIOException;
import org.ietf.jgss.GSSException;
import org.junit.jupiter.api.Test;

class RepliesTest {

  @Test
  void aReplyOfManyLinesBecomesOneWithoutItsCodes() {
    assertEquals(
        "Login incorrect. : no mapping End.",
        Replies.oneLine("530-Login incorrect. : no mapping\r\n530 End."));
  }

  @Test
  void anEndlessReplyIsCut() {
    assertEquals(603, Replies.oneLine("x".repeat(10_000)).length());
  }

  @Test
  void theReasonIsWhatLiesInnermost() {
    GSSException gss = new GSSException(GSSException.UNAUTHORIZED, 1, "another host");
    IOException failure =
        Replies.failure("logging in", new ChainedIOException("Authentication failed", gss));
    assertEquals("logging in: another host", failure.getMessage());
  }

  @Test
  void aClosedConnectionAndAnUnknownNameAreSaidInWords() {
    assertEquals(
        "connecting: the server closed the connection",
        Replies.failure("connecting", new EOFException()).getMessage());
    assertEquals(
        "connecting: no address for nowhere.example: Name or service not known",
        Replies.failure(
                "connecting",
                new UnknownHostException("nowhere.example: Name or service not known"))
            .getMessage());
  }
}
