package org.bora.backend.space;

import java.util.Optional;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the terms from the books to the files, after the books have changed. If a crash prevents
 * it, the comparison of books and files does it later.
 */
public final class Labels {
  private static final Logger LOG = LoggerFactory.getLogger(Labels.class);

  /** The terms of a row under another token of its space. */
  public void write(StorageArea area, StoredFile file, String token) {
    FileTerms terms =
        new FileTerms(Optional.of(token), file.storageType(), file.lifetimeSeconds(), file.ends());
    try {
      area.tree().relabel(file.path(), terms.label());
    } catch (StorageException e) {
      if (e.reason() != Reason.MISSING && !StorageRefusal.isToldElsewhere(e)) {
        LOG.warn(
            "area {}: the label of '{}' stays: {}", area.name(), file.path(), e.getMessage(), e);
      }
    }
  }
}
