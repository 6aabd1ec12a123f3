package org.bora.backend.listing;

import java.util.Objects;
import org.bora.api.directory.LsRequest;
import org.bora.api.word.Caller;

/** What is to be listed and for whom: all that a backend needs to begin again. */
public record Enquiry(Caller caller, LsRequest request) {

  public Enquiry {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(request, "request");
  }
}
