package org.bora.gridftp.copy;

import java.time.Duration;
import org.bora.gridftp.control.ControlClient;

/** Has two servers agree on the channel between them. */
final class DataChannel {

  private DataChannel() {}

  /**
   * Both sides, told to be {@link End#binary} before, the same way: extended blocks where both know
   * them, and ends that prove themselves to each other.
   *
   * @param streams connections of extended blocks
   * @param each the time for each command
   * @param client knows where nothing is to be sent: the source connects wherever the target says
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
