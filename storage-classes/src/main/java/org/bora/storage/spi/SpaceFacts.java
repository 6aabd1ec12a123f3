package org.bora.storage.spi;

/**
 * Size and free space of the filesystem (or quota) that holds an area, in bytes.
 *
 * @param total all there is
 * @param available what the process may still write
 * @param source where the figures come from, for example {@code statvfs} or {@code fileset quota}
 */
public record SpaceFacts(long total, long available, String source) {}
