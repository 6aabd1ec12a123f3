package org.bora.backend.authorise;

import org.bora.api.word.Caller;
import org.bora.backend.locate.StorageArea;

/** May this caller do this here. Pure, thread safe, default deny. */
public interface Authoriser {

  Decision decide(Caller caller, OperationClass use, StorageArea area);

  /** Whether any rule of any area allows the caller anything: strangers see nothing at all. */
  boolean isKnown(Caller caller);
}
