package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.door.gsi.Credential;
import org.bora.door.gsi.Identity;
import org.bora.door.http.Refused;
import org.bora.door.token.Tokens.Judgement;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.junit.jupiter.api.Test;

class OtherSideTest {
  private static final String HOST = "192.0.2.1";
  private static final String BANNED = "banned";

  /** Every token is that of its own name, but for two. */
  private final OtherSide side =
      new OtherSide(OtherSideTest::judge, identity -> identity.dn().equals(BANNED));

  private static Judgement judge(String token, String host) {
    return switch (token) {
      case "bad" -> new Judgement.Refused("claim aud: for another service");
      case "early" -> new Judgement.Later("no keys yet", Duration.ofSeconds(5));
      default -> {
        Credential credential = new Credential("", Instant.MAX, 0, "token", Optional.empty());
        yield new Judgement.Accepted(
            new Identity.Known(new Caller(token, "issuer", List.of(), host)), credential);
      }
    };
  }

  private Optional<Identity.Known> shown(String header, String value) throws Refused {
    return side.shown(HttpFields.build().add(header, value), HOST);
  }

  private Refused refused(String token) {
    return assertThrows(
        Refused.class, () -> shown("TransferHeaderAuthorization", "Bearer " + token));
  }

  @Test
  void theTokenForTheOtherSideTellsWhoAsksThere() throws Exception {
    Caller other = shown("transferheaderauthorization", "bearer reader").orElseThrow().caller();
    assertEquals("reader", other.dn());
    assertEquals(HOST, other.host());
  }

  @Test
  void withoutSuchATokenTheCallerOfTheRequestAsks() throws Exception {
    assertTrue(shown("Authorization", "Bearer own").isEmpty());
    assertTrue(shown("TransferHeaderAuthorization", "Basic reader").isEmpty());
    assertTrue(shown("TransferHeaderAccept", "Bearer reader").isEmpty());
  }

  @Test
  void aTokenThatDoesNotCountIsRefusedWithItsReason() {
    assertEquals(HttpStatus.FORBIDDEN_403, refused("bad").status());
    assertTrue(refused("bad").getMessage().contains("claim aud: for another service"));
    assertEquals(HttpStatus.SERVICE_UNAVAILABLE_503, refused("early").status());
    assertEquals(Duration.ofSeconds(5), refused("early").retryIn());
  }

  @Test
  void aBannedBearerIsNotServed() {
    assertEquals(HttpStatus.FORBIDDEN_403, refused(BANNED).status());
    assertTrue(refused(BANNED).getMessage().contains("TransferHeaderAuthorization"));
  }
}
