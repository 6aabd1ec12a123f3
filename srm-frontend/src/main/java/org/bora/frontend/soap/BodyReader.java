package org.bora.frontend.soap;

import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.bora.door.admit.BodyRoom;

/**
 * Reads the bodies of requests. Each body has a limit on length and time, and the bodies of one
 * caller, and of all callers, have limits on memory. The first {@link #FREE_BYTES} of a body do not
 * count: the number of calls limits them, and most requests are shorter. Thread safe.
 */
final class BodyReader {
  /** Enough for some dozens of files, and to recognise the operation. */
  static final int FREE_BYTES = 16 << 10;

  private static final int FIRST_BYTES = 4096;

  /** How much of a too long body is still read, as a multiple of the limit. */
  private static final int DISCARD_FACTOR = 16;

  private final SoapSettings settings;
  private final Clock clock;
  private final BodyRoom room;

  BodyReader(SoapSettings settings, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    this.room = new BodyRoom(settings.maxBodyBytesTogether(), settings.maxBodyBytesOfCaller());
  }

  /** The client did not send its request in time. */
  static final class TooSlow extends IOException {
    private static final long serialVersionUID = 1L;

    TooSlow(String message) {
      super(message);
    }
  }

  /**
   * Reads up to {@code limit} bytes; memory grows with the received bytes, not with the announced
   * length. The body must be closed.
   *
   * @param caller whose share it uses
   * @throws TooSlow if the body has not arrived in time, whether or not bytes still come: the door
   *     fails the read of a silent client
   */
  Body read(InputStream in, int limit, String caller) throws IOException {
    Reading reading = new Reading(in, limit, caller);
    try {
      return reading.whole();
    } catch (IOException | RuntimeException | Error e) {
      reading.giveBack();
      throw e;
    }
  }

  /** A body that is being read. */
  private final class Reading {
    private final InputStream in;
    private final int limit;
    private final String caller;
    private final Instant deadline = clock.instant().plus(settings.bodyTimeout());
    private byte[] bytes;
    private int length;
    private int held;

    Reading(InputStream in, int limit, String caller) {
      this.in = in;
      this.limit = limit;
      this.caller = caller;
      this.bytes = new byte[Math.min(FIRST_BYTES, limit)];
    }

    Body whole() throws IOException {
      while (true) {
        int count = read(bytes, length);
        if (count < 0) {
          return body(Body.Extent.WHOLE);
        }
        length += count;
        if (length == bytes.length) {
          if (length >= limit) {
            return body(discard() > 0 ? Body.Extent.CUT : Body.Extent.WHOLE);
          }
          BodyRoom.Grant grant = grow();
          if (grant != BodyRoom.Grant.GIVEN) {
            shrink();
            discard();
            return body(
                grant == BodyRoom.Grant.NO_SHARE ? Body.Extent.NO_SHARE : Body.Extent.NO_ROOM);
          }
        }
      }
    }

    private int read(byte[] into, int offset) throws IOException {
      int count;
      try {
        count = in.read(into, offset, into.length - offset);
      } catch (IOException e) {
        throw e.getCause() instanceof TimeoutException ? tooSlow() : e;
      }
      if (count >= 0 && clock.instant().isAfter(deadline)) {
        throw tooSlow();
      }
      return count;
    }

    private TooSlow tooSlow() {
      return new TooSlow(
          "the request was not sent within " + settings.bodyTimeout().toSeconds() + " s");
    }

    private BodyRoom.Grant grow() {
      int larger = (int) Math.min(2L * bytes.length, limit);
      int more = Math.max(0, larger - FREE_BYTES) - held;
      if (more > 0) {
        BodyRoom.Grant grant = room.take(caller, more);
        if (grant != BodyRoom.Grant.GIVEN) {
          return grant;
        }
        held += more;
      }
      bytes = Arrays.copyOf(bytes, larger);
      return BodyRoom.Grant.GIVEN;
    }

    /** A body that cannot be read completely releases its memory for others. */
    private void shrink() {
      length = Math.min(length, FREE_BYTES);
      bytes = Arrays.copyOf(bytes, length);
      giveBack();
    }

    /**
     * Lets the client finish sending: a client that is cut off while it sends never reads the reply
     * with the reason.
     */
    private long discard() throws IOException {
      byte[] scratch = new byte[FIRST_BYTES];
      long discarded = 0;
      int count = 0;
      while (count >= 0 && discarded < (long) limit * DISCARD_FACTOR) {
        discarded += count;
        count = read(scratch, 0);
      }
      return discarded;
    }

    private Body body(Body.Extent extent) {
      return new Body(bytes, length, extent, this::giveBack);
    }

    private void giveBack() {
      if (held > 0) {
        room.giveBack(caller, held);
        held = 0;
      }
    }
  }
}
