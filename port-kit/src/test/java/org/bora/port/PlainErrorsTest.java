package org.bora.port;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.eclipse.jetty.http.HttpException;
import org.junit.jupiter.api.Test;

class PlainErrorsTest {

  @Test
  void aBodyThatIsMalformedIsTheFaultOfItsClientWhereverItIsNoticed() {
    Throwable malformed = new HttpException.RuntimeException(400, "bad chunk");
    assertEquals(400, PlainErrors.status(500, malformed));
    assertEquals(400, PlainErrors.status(500, new IOException("no body", malformed)));
    Throwable late = new HttpException.RuntimeException(408, "too slow");
    assertEquals(408, PlainErrors.status(500, new IllegalStateException(new IOException(late))));
  }

  @Test
  void anyOtherFailureIsOfThisSide() {
    assertEquals(500, PlainErrors.status(500, null));
    assertEquals(500, PlainErrors.status(500, new IOException("disk")));
    Throwable own = new HttpException.RuntimeException(503, "later");
    assertEquals(500, PlainErrors.status(500, new IOException(own)));
  }

  @Test
  void whatJettyHasDecidedStays() {
    assertEquals(404, PlainErrors.status(404, new HttpException.RuntimeException(400, "bad")));
    assertEquals(431, PlainErrors.status(431, null));
  }
}
