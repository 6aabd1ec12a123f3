package org.bora.gridftp.copy;

import java.time.Duration;
import org.bora.gridftp.control.ControlClient;

/** Sets up the data channel between two servers. */
final class DataChannel {

  private DataChannel() {}

  /**
   * Sets up both sides, already {@link End#binary}, in the same way: extended blocks if both
   * support them, and mutual authentication of the data channel.
   *
   * @param streams connections of extended blocks
   * @param each the time for each command
   * @param client decides on forbidden addresses: the source connects to any address that the
   *     target gives
   */
  static void agree(End source, End target, int streams, Duration each, ControlClient client)
      throws CopyFailure {
    boolean blocks =
        source.may(t -> source.data().mode(true, t), each).isPresent()
            && target.may(t -> target.data().mode(true, t), each).isPresent();
    if (blocks) {
      source.may(t -> source.data().parallel(streams, t), each);
    } else {
      source.must("MODE", t -> source.data().mode(false, t), each);
      target.must("MODE", t -> target.data().mode(false, t), each);
    }
    boolean proven =
        source.may(t -> source.data().authenticateData(true, t), each).isPresent()
            && target.may(t -> target.data().authenticateData(true, t), each).isPresent();
    if (!proven) {
      source.may(t -> source.data().authenticateData(false, t), each);
      target.may(t -> target.data().authenticateData(false, t), each);
    }
    // in extended blocks the sender must be the one who connects (GFD.20 section 4.1)
    String port = target.must("PASV", t -> target.data().passive(t), each);
    if (!target.mayListenAt(port, client)) {
      throw target.failure("its data port is at an address that this site does not copy with");
    }
    source.must("PORT", t -> source.data().active(port, t), each);
  }
}
