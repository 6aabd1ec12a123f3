package org.bora.backend.operation.put;

import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Location.Place;

/** What the rules allow the writer of a put: to create the name, or to replace what is there. */
record PutRights(Entrance entrance, Caller caller) {

  /** Why the caller may not put there; empty where the rules allow it. */
  Optional<ReturnStatus> refusal(Place place, boolean replaces) {
    return entrance.refusal(caller, replaces ? OperationClass.WRITE : OperationClass.CREATE, place);
  }

  /** The rule that protects a file from being replaced by a put is recorded for the put. */
  void tellKept(Place put, Place kept) {
    entrance.tellRefusal(caller, OperationClass.DELETE, kept, put);
  }

  /** Who may only create replaces nothing, not even what appears there during the upload. */
  OverwriteMode overwrite(Place place, OverwriteMode wanted) {
    return wanted != OverwriteMode.NEVER && entrance.isAllowed(caller, OperationClass.WRITE, place)
        ? wanted
        : OverwriteMode.NEVER;
  }
}
