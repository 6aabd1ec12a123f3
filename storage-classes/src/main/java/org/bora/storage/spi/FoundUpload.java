package org.bora.storage.spi;

import java.time.Instant;
import java.util.UUID;

/**
 * A hidden upload file, found by a walk.
 *
 * @param directory its directory
 * @param id from its name
 * @param modifiedAt when bytes last arrived
 */
public record FoundUpload(AreaPath directory, UUID id, Instant modifiedAt) {}
