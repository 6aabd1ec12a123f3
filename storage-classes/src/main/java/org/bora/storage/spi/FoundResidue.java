package org.bora.storage.spi;

import java.time.Instant;
import java.util.UUID;

/**
 * A hidden file of a running or crashed release or recall, found by a walk.
 *
 * @param directory its directory
 * @param id of the file it belongs to, from its name
 * @param modifiedAt when bytes last arrived; for a caught file, its own time
 */
public record FoundResidue(AreaPath directory, UUID id, Instant modifiedAt) {}
