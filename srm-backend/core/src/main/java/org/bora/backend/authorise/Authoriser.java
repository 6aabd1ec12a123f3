package org.bora.backend.authorise;

import org.bora.api.word.Caller;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.storage.spi.AreaPath;

/**
 * Decides whether a caller may do something at a place. Denies by default. Pure and thread safe.
 */
public interface Authoriser {

  Decision decide(Caller caller, OperationClass use, Place place);

  /** The same for what concerns an area as a whole, its spaces for example. */
  default Decision decide(Caller caller, OperationClass use, StorageArea area) {
    return decide(caller, use, new Place(area, AreaPath.ROOT));
  }

  /** The same for a known directory. */
  default Decision decideOnDirectory(Caller caller, OperationClass use, Place place) {
    return decide(caller, use, place);
  }

  /** May this caller make this directory. */
  default Decision decideDirectory(Caller caller, Place place) {
    return decide(caller, OperationClass.CREATE, place);
  }

  /** May this caller take this name away from a file or directory to give it another one. */
  default Decision decideRename(Caller caller, Place place) {
    return decide(caller, OperationClass.DELETE, place);
  }

  /** The same of everything at this place and below it. */
  default boolean isRenameAllowedWithin(Caller caller, Place place) {
    return isAllowedWithin(caller, OperationClass.DELETE, place);
  }

  /**
   * Whether the caller may do so at this place and at every other that can lie below it, whatever
   * is there; false where one rule could say no.
   */
  boolean isAllowedWithin(Caller caller, OperationClass use, Place place);

  /** What decided, and why what stood before it did not. */
  Explanation explain(Caller caller, OperationClass use, Place place);

  /** Whether any rule of any area allows the caller anything: strangers see nothing at all. */
  boolean isKnown(Caller caller);
}
