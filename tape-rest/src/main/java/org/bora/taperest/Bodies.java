package org.bora.taperest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.bora.door.admit.BodyRoom;
import org.bora.door.admit.Verdict;
import org.bora.door.http.Reasons;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Reads bodies within what one may be, and what those of one caller and of all may hold together.
 * Thread safe.
 */
final class Bodies {
  /** Counts as nothing: bounded by the calls in progress. */
  private static final int FREE_BYTES = 16 << 10;

  private final int most;
  private final BodyRoom room;

  Bodies(TapeLimits limits) {
    this.most = limits.bodyBytes();
    this.room = new BodyRoom(limits.bodiesTogether(), limits.bodiesOfCaller());
  }

  /** Uses a body, which holds its room until then. */
  @FunctionalInterface
  interface Use<T> {
    T of(byte[] body) throws Refused, IOException;
  }

  /**
   * Reads a body, and has it used.
   *
   * @param caller against whose share it counts
   */
  <T> T read(InputStream in, String caller, Use<T> use) throws Refused, IOException {
    Objects.requireNonNull(caller, "caller");
    byte[] bytes = new byte[Math.min(FREE_BYTES, most)];
    int held = 0;
    try {
      int length = 0;
      while (true) {
        int count = in.readNBytes(bytes, length, bytes.length - length);
        length += count;
        if (length < bytes.length) {
          return use.of(Arrays.copyOf(bytes, length));
        }
        if (length == most) {
          if (in.read() < 0) {
            return use.of(bytes);
          }
          throw new Refused(
              HttpStatus.PAYLOAD_TOO_LARGE_413, "the body has more than " + most + " bytes");
        }
        int larger = (int) Math.min(2L * bytes.length, most);
        take(caller, larger - bytes.length);
        held += larger - bytes.length;
        bytes = Arrays.copyOf(bytes, larger);
      }
    } finally {
      if (held > 0) {
        room.giveBack(caller, held);
      }
    }
  }

  private void take(String caller, int more) throws Refused {
    BodyRoom.Grant grant = room.take(caller, more);
    if (grant != BodyRoom.Grant.GIVEN) {
      throw Reasons.of(
          grant == BodyRoom.Grant.NO_SHARE ? Verdict.Full.MEMORY_OF_CALLER : Verdict.Full.SERVER);
    }
  }
}
