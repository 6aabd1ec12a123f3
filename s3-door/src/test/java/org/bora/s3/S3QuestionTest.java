package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpTester;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which bucket and key a request names, by its host or by its path. */
class S3QuestionTest {
  private final Server server = new Server();
  private final LocalConnector connector = new LocalConnector(server);

  /** Answers with what it reads. */
  private static final class Reading extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Refused {
      S3Question asked =
          S3Question.read(request, List.of("example.org", "S3.example.org", "localhost"));
      String text = asked.bucket().orElse("none") + " " + asked.key();
      response.write(true, StandardCharsets.UTF_8.encode(text), callback);
      return true;
    }
  }

  @BeforeEach
  void start() throws Exception {
    server.addConnector(connector);
    server.setHandler(new Reading());
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private String read(String host, String path) throws Exception {
    String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
    return HttpTester.parseResponse(connector.getResponse(request)).getContent();
  }

  @Test
  void theBucketIsTheFirstPartOfThePath() throws Exception {
    assertEquals("vo a/b", read("localhost:9000", "/vo/a/b"));
    assertEquals("none ", read("localhost:9000", "/"));
    assertEquals("vo a", read("192.0.2.1", "/vo/a"), "a name that is not the service's");
  }

  @Test
  void theBucketIsWhatTheHostBeginsWith() throws Exception {
    assertEquals("vo a/b", read("vo.localhost:9000", "/a/b"));
    assertEquals("vo ", read("VO.LocalHost", "/"));
    assertEquals("vo.data a", read("vo.data.example.org", "/a"), "buckets may have dots");
  }

  @Test
  void aNameOfTheServiceBelowAnotherOneIsNoBucket() throws Exception {
    assertEquals("vo a", read("s3.example.org", "/vo/a"));
    assertEquals("vo a", read("vo.s3.example.org", "/a"));
    assertEquals("vo a", read("vo.example.org", "/a"));
  }
}
