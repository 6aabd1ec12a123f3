package org.bora.storage.spi;

import java.time.Instant;
import java.util.UUID;

/**
 * A hidden file of a release or recall that a walk came upon: one that is under way, or that a
 * crash cut short.
 *
 * @param directory where it lies
 * @param id of the file it belongs to, from its name
 * @param modifiedAt when bytes last arrived; of a file that was caught, its own time
 */
public record FoundResidue(AreaPath directory, UUID id, Instant modifiedAt) {}
