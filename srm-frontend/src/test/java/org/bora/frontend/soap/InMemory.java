package org.bora.frontend.soap;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.bora.frontend.admit.Verdict;
import org.bora.frontend.admit.turn.CallerTurns;
import org.bora.frontend.audit.Access;

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
    Visit visit =
        new Visit(
            "trace",
            new Verdict.Admitted(Endpoint.ALICE, Instant.MAX, () -> {}),
            ACCESS,
            Optional.empty(),
            body,
            Optional.empty(),
            turns.turn("/CN=alice"));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    HttpServletRequest request =
        fake(
            HttpServletRequest.class,
            Map.of(
                "getAttribute " + Visit.ATTRIBUTE,
                visit,
                "getMethod",
                "POST",
                "getRequestURI",
                SrmServlet.PATH,
                "getRequestURL",
                new StringWriter().append("http://localhost" + SrmServlet.PATH).getBuffer(),
                "getHeaderNames",
                Collections.emptyEnumeration(),
                "getInputStream",
                new Nothing()));
    HttpServletResponse response =
        fake(HttpServletResponse.class, Map.of("getOutputStream", new Output(answer)));
    ServletConfig config =
        fake(
            ServletConfig.class, Map.of("getServletContext", fake(ServletContext.class, Map.of())));
    endpoint.answer(config, request, response);
    return answer.toByteArray();
  }

  /** Says what it was told to say, by the method's name and its text; else as little as it can. */
  private static <T> T fake(Class<T> type, Map<String, Object> sayings) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              String name = method.getName();
              Object told = sayings.get(name);
              if (told == null && arguments != null && arguments.length == 1) {
                told = sayings.get(name + " " + arguments[0]);
              }
              Class<?> wanted = method.getReturnType();
              if (told != null || !wanted.isPrimitive() || wanted == void.class) {
                return told;
              }
              return wanted == boolean.class ? (Object) false : wanted == long.class ? 0L : 0;
            }));
  }

  private static final class Nothing extends ServletInputStream {
    @Override
    public int read() {
      return -1;
    }

    @Override
    public boolean isFinished() {
      return true;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new UnsupportedOperationException();
    }
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
