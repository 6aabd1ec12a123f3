package org.bora.backend.access;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.bora.backend.locate.Location.Place;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;

/** Permanent changes of access control lists, as srmSetPermission makes them. */
public interface AclChanges {

  /**
   * Changes the list of a file or directory.
   *
   * @param users whose entries the change sets: entries that they had for the life of a TURL stay
   *     when the TURL ends
   */
  void change(Place place, UnaryOperator<Acl> change, Set<Integer> users) throws StorageException;

  /** Where no TURL changes lists there is nothing to agree with. */
  static AclChanges direct() {
    return (place, change, users) -> apply(place.area().tree(), place.path(), change);
  }

  /** Writes the list where the change changes anything. */
  static void apply(AreaTree tree, AreaPath path, UnaryOperator<Acl> change)
      throws StorageException {
    Acl acl = tree.acl(path);
    Acl changed = change.apply(acl);
    if (!changed.equals(acl)) {
      tree.setAcl(path, changed);
    }
  }
}
