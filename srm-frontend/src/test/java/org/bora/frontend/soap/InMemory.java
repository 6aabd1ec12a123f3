package org.bora.frontend.soap;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Optional;
import org.bora.door.admit.Verdict;
import org.bora.door.admit.turn.CallerTurns;
import org.bora.door.audit.Access;

/** The whole chain of the endpoint over one body, without a port. */
final class InMemory {
  private static final Access ACCESS = new Access("192.0.2.1", Optional.empty(), false);

  private final CallerTurns turns = new CallerTurns(1);
  private final SrmEndpoint endpoint;

  InMemory(SrmEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** The body of the answer. */
  byte[] post(Body body) throws IOException {
    SoapVisit visit =
        new SoapVisit(
            "trace",
            new Verdict.Admitted(Endpoint.ALICE, Instant.MAX, () -> {}),
            ACCESS,
            Optional.empty(),
            body,
            Optional.empty(),
            turns.turn("/CN=alice"));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    HttpServletResponse response =
        fake(HttpServletResponse.class, "getOutputStream", new Output(answer));
    endpoint.answer(visit, response);
    return answer.toByteArray();
  }

  /** Has one thing, and says as little as it can of everything else. */
  private static <T> T fake(Class<T> type, String getter, Object thing) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> {
              if (method.getName().equals(getter)) {
                return thing;
              }
              return method.getReturnType() == boolean.class ? false : null;
            }));
  }

  private static final class Output extends ServletOutputStream {
    private final ByteArrayOutputStream answer;

    Output(ByteArrayOutputStream answer) {
      this.answer = answer;
    }

    @Override
    public void write(int b) {
      answer.write(b);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException();
    }
  }
}
