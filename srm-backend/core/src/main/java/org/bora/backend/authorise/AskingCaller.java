package org.bora.backend.authorise;

import java.util.Optional;
import org.bora.api.word.Caller;

/** A caller during one decision. The address is parsed once, and only if needed. */
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
