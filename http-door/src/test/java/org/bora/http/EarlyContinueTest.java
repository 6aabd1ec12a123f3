package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EarlyContinueTest {
  private static final long PATIENCE_SECONDS = 30;
  private static final Duration PATIENCE = Duration.ofMillis(50);
  private static final String BODY = "body";

  private final BlockingQueue<Runnable> due = new LinkedBlockingQueue<>();
  private final CountDownLatch decided = new CountDownLatch(1);
  private boolean allowed;
  private boolean taken = true;
  private Server server;
  private LocalConnector connector;

  /** What is to be done when the decision has taken long is done when the test says so. */
  private final class SetTime extends ScheduledExecutorScheduler {
    @Override
    public Task schedule(Runnable task, long delay, TimeUnit unit) {
      if (unit.toMillis(delay) != EarlyContinue.DECISION.toMillis()) {
        return super.schedule(task, delay, unit);
      }
      due.add(task);
      return () -> due.remove(task);
    }
  }

  /** Of a client whose buffers are full. */
  private static final class Untaken extends Response.Wrapper {
    Untaken(Request request, Response response) {
      super(request, response);
    }

    @Override
    public CompletableFuture<Void> writeInterim(int status, HttpFields headers) {
      return new CompletableFuture<>();
    }
  }

  /** Decides, reads the body and answers, on a thread of its own, as a PUT does. */
  private final class Put extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Thread.ofVirtual().start(() -> serve(request, response, callback));
      return true;
    }

    private void serve(Request request, Response response, Callback callback) {
      response.setStatus(HttpStatus.FORBIDDEN_403);
      Response interim = taken ? response : new Untaken(request, response);
      try (EarlyContinue _ = new EarlyContinue(request, interim, PATIENCE)) {
        assertTrue(decided.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        if (allowed) {
          assertEquals(BODY, Content.Source.asString(request));
          response.setStatus(HttpStatus.CREATED_201);
        }
      } catch (IOException | InterruptedException | AssertionError e) {
        callback.failed(e);
        return;
      }
      callback.succeeded();
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = new Server(null, new SetTime(), null);
    connector = new LocalConnector(server);
    server.addConnector(connector);
    server.setHandler(new Put());
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    decided.countDown();
    server.stop();
  }

  private LocalConnector.LocalEndPoint put(String more) {
    LocalConnector.LocalEndPoint client = connector.connect();
    client.addInput("PUT /f HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n" + more + "\r\n");
    return client;
  }

  private static String answer(LocalConnector.LocalEndPoint client) throws Exception {
    return client.getResponse(false, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void timePasses() throws InterruptedException {
    Runnable task = due.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    task.run();
  }

  @Test
  void theBodyIsAskedForWhileTheDecisionTakesLong() throws Exception {
    LocalConnector.LocalEndPoint client = put("Expect: 100-continue\r\n");
    timePasses();

    assertTrue(answer(client).startsWith("HTTP/1.1 100 "), "before anything is decided");
    allowed = true;
    decided.countDown();
    client.addInput(BODY);
    assertTrue(answer(client).startsWith("HTTP/1.1 201 "), "and not a second 100");
  }

  @Test
  void aRefusalAfterThatIsStillAnswered() throws Exception {
    LocalConnector.LocalEndPoint client = put("Expect: 100-continue\r\n");
    timePasses();
    decided.countDown();

    assertTrue(answer(client).startsWith("HTTP/1.1 100 "));
    assertTrue(answer(client).startsWith("HTTP/1.1 403 "));
  }

  @Test
  void aClientThatDoesNotTakeItLosesItsConnection() throws Exception {
    taken = false;
    LocalConnector.LocalEndPoint client = put("Expect: 100-continue\r\n");
    timePasses();
    decided.countDown();

    client.waitUntilClosedOrIdleFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertFalse(client.isOpen());
  }

  @Test
  void aRefusalInTimeComesInsteadOfTheQuestionForTheBody() throws Exception {
    decided.countDown();
    LocalConnector.LocalEndPoint client = put("Expect: 100-continue\r\n");

    assertTrue(answer(client).startsWith("HTTP/1.1 403 "));
    assertTrue(due.isEmpty(), "nothing is left to be done");
  }

  @Test
  void theBodyIsAskedForOnceWhereTheDecisionWasInTime() throws Exception {
    allowed = true;
    decided.countDown();
    LocalConnector.LocalEndPoint client = put("Expect: 100-continue\r\n");
    assertTrue(answer(client).startsWith("HTTP/1.1 100 "));
    timePasses();
    client.addInput(BODY);

    assertTrue(answer(client).startsWith("HTTP/1.1 201 "));
  }

  @Test
  void aClientThatDoesNotWaitIsNotAsked() throws Exception {
    allowed = true;
    LocalConnector.LocalEndPoint client = put("");
    client.addInput(BODY);
    decided.countDown();

    assertTrue(answer(client).startsWith("HTTP/1.1 201 "));
    assertTrue(due.isEmpty(), "and never will be");
  }
}
