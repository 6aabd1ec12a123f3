package org.bora.http.remote;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.bora.door.http.Refused;

/** Takes the answer of a request that succeeded, on the thread of the copy. */
public interface Receiver {

  /** The head of the answer has come; its status is 2xx. */
  void answered(RemoteRequest request) throws RemoteFailure, Refused, IOException;

  /** A part of the body; nothing of it may be kept. */
  void bytes(ByteBuffer part) throws RemoteFailure, Refused, IOException;

  /** The body is complete. */
  void done(RemoteRequest request) throws RemoteFailure, Refused, IOException;
}
