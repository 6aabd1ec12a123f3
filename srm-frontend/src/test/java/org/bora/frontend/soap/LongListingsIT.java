package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bora.api.BackendFailure;
import org.bora.api.directory.LsEntry;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.ReturnStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replies to srmLs that leave while they are still coming. */
class LongListingsIT {
  private static final String FILES = "<arrayOfSURLs><urlArray>srm://h/d</urlArray></arrayOfSURLs>";
  private final Semaphore closed = new Semaphore(0);
  private Endpoint endpoint;

  @BeforeEach
  void opensTheEndpoint() throws Exception {
    endpoint = new Endpoint();
  }

  @AfterEach
  void closesTheEndpoint() {
    endpoint.close();
  }

  @Test
  void aShortListingHasALength() throws Exception {
    Endpoint.Reply reply = listed(10, 10);
    assertEquals(
        reply.http().body().length,
        reply.http().headers().firstValueAsLong("content-length").orElseThrow());
    assertEquals(10, count(reply.body()));
    wasClosedOnce();
  }

  @Test
  void aLongListingComesInChunksAndWhole() throws Exception {
    Endpoint.Reply reply = listed(3_000, 3_000);
    assertEquals(200, reply.code());
    assertTrue(reply.http().headers().firstValue("content-length").isEmpty());
    assertEquals(3_000, count(reply.body()));
    assertTrue(reply.body().endsWith("</soap:Envelope>"));
    wasClosedOnce();
  }

  @Test
  void aListingThatBreaksOffEarlyIsRefused() throws Exception {
    Endpoint.Reply reply = listed(3_000, 20);
    assertEquals(200, reply.code());
    assertTrue(reply.body().contains("<statusCode>SRM_INTERNAL_ERROR</statusCode>"), reply.body());
    assertTrue(reply.body().contains("<path>/d</path>"), reply.body());
    assertEquals(0, count(reply.body()));
    wasClosedOnce();
  }

  @Test
  void aListingThatBreaksOffLateIsNotTakenForWhole() throws Exception {
    assertThrows(IOException.class, () -> listed(3_000, 2_900));
    wasClosedOnce();
  }

  /** The client may have the whole reply before the listing is put away. */
  private void wasClosedOnce() throws InterruptedException {
    assertTrue(closed.tryAcquire(10, TimeUnit.SECONDS));
    endpoint.close();
    assertEquals(0, closed.availablePermits());
  }

  private Endpoint.Reply listed(int promised, int sent) throws Exception {
    endpoint.backend.listing = Optional.of(() -> new Children(promised, sent));
    return endpoint.call("srmLs", FILES);
  }

  private static int count(String body) {
    return body.split("<path>/d/", -1).length - 1;
  }

  /** A directory whose entries are made when they are read. */
  private final class Children implements LsStream {
    private static final PathDetail LIKE = RecordingBackend.detail("/d/x");
    private final int promised;
    private final int sent;
    private int at;

    Children(int promised, int sent) {
      this.promised = promised;
      this.sent = sent;
    }

    @Override
    public ReturnStatus status() {
      return ReturnStatus.success();
    }

    @Override
    public Optional<String> token() {
      return Optional.empty();
    }

    @Override
    public Optional<LsEntry> next() {
      int number = at++;
      if (number == 0) {
        return Optional.of(new LsEntry("/d", LIKE.status(), LIKE.attributes(), promised));
      }
      if (number > promised) {
        return Optional.empty();
      }
      if (number > sent) {
        throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "the backend has gone", null);
      }
      return Optional.of(new LsEntry("/d/" + number, LIKE.status(), LIKE.attributes(), 0));
    }

    @Override
    public void close() {
      closed.release();
    }
  }
}
