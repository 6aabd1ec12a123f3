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
 * Reads bodies within limits on each body, on those of one caller, and on all together. Large
 * answers count for the same limits until their clients have read them. Thread safe.
 */
final class Bodies {
  /** Counts as nothing: bounded by the calls in progress. */
  private static final int FREE_BYTES = 16 << 10;

  private final int most;
  private final int mostOfCaller;
  private final BodyRoom room;

  Bodies(TapeLimits limits) {
    this.mostOfCaller = limits.bodiesOfCaller();
    this.most = limits.bodyBytes();
    this.room = new BodyRoom(limits.bodiesTogether(), limits.bodiesOfCaller());
  }

  /** Uses a body. Its memory is counted until then. */
  @FunctionalInterface
  interface Use {
    void of(byte[] body) throws Refused, IOException;
  }

  /** Uses a body, or the beginning of one that is too large. */
  @FunctionalInterface
  interface UseOfSome {
    void of(byte[] body, boolean whole) throws Refused, IOException;
  }

  /**
   * Reads a body, and has it used.
   *
   * @param caller against whose share it counts
   */
  void read(InputStream in, String caller, Use use) throws Refused, IOException {
    readSome(
        in,
        caller,
        (body, whole) -> {
          if (!whole) {
            throw new Refused(
                HttpStatus.PAYLOAD_TOO_LARGE_413, "the body has more than " + most + " bytes");
          }
          use.of(body);
        });
  }

  /** Reads as much of a body as one may have. Some of the rest is read too, and not kept. */
  void readSome(InputStream in, String caller, UseOfSome use) throws Refused, IOException {
    Objects.requireNonNull(caller, "caller");
    byte[] bytes = new byte[Math.min(FREE_BYTES, most)];
    int held = 0;
    try {
      int length = 0;
      while (true) {
        int count = in.readNBytes(bytes, length, bytes.length - length);
        length += count;
        if (length < bytes.length) {
          use.of(Arrays.copyOf(bytes, length), true);
          return;
        }
        if (length == most) {
          boolean whole = in.read() < 0;
          if (!whole) {
            drain(in);
          }
          use.of(bytes, whole);
          return;
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

  /** Makes and sends an answer. */
  @FunctionalInterface
  interface Sending {
    void send() throws Refused, IOException;
  }

  /**
   * Has an answer made and sent, which holds its room until then: a client that asks often and
   * reads slowly must not fill the memory with answers.
   *
   * @param caller against whose share it counts
   * @param bytes that it needs, more or less; a caller that holds nothing else gets any answer
   */
  void answer(String caller, long bytes, Sending sending) throws Refused, IOException {
    int held = (int) Math.min(bytes - FREE_BYTES, mostOfCaller);
    if (held <= 0) {
      sending.send();
      return;
    }
    take(caller, held);
    try {
      sending.send();
    } finally {
      room.giveBack(caller, held);
    }
  }

  /** A client that is still sending does not read the answer: so much more it may send. */
  private void drain(InputStream in) throws IOException {
    long left = most;
    long skipped = 1;
    while (left > 0 && skipped > 0) {
      skipped = in.skip(left);
      left -= skipped;
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
