package org.bora.backend.locate;

import java.util.List;
import java.util.Optional;
import org.bora.api.word.Surl;

/** Turns SURLs into places. Pure and thread safe: no disk, no database. */
public interface Locator {

  /** The longest area prefix wins. Both SURL forms, with and without port, mean the same. */
  Location locate(Surl surl);

  /** All areas, in the order of the configuration. */
  List<StorageArea> areas();

  Optional<StorageArea> area(String name);

  /** The areas, or directories leading to areas, directly below {@code sfn}; names only. */
  List<String> namesBelow(String sfn);
}
