package org.bora.api.area;

import java.util.List;

/** The directories of the storage areas, for doors that have them mounted. */
@FunctionalInterface
public interface AreaCalls {

  /**
   * The areas that the backend serves now; it may be withheld from others.
   *
   * @throws org.bora.api.BackendFailure they are not known just now
   */
  List<ServedArea> areas();
}
