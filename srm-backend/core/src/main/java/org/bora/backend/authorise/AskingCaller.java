package org.bora.backend.authorise;

import java.util.Optional;
import org.bora.api.word.Caller;

/** A caller while one question is decided: the address is taken apart once, and only if asked. */
final class AskingCaller {

  private final Caller caller;
  private Optional<byte[]> address;

  AskingCaller(Caller caller) {
    this.caller = caller;
  }

  Caller caller() {
    return caller;
  }

  boolean isWithin(HostRange range) {
    if (address == null) {
      address = HostRange.address(caller.host());
    }
    return address.isPresent() && range.holds(address.get());
  }
}
