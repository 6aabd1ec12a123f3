package org.bora.storage.spi;

/**
 * Size and free space of the filesystem (or quota) that holds an area, in bytes.
 *
 * @param total all there is
 * @param available bytes that the process may still write
 * @param source where the figures come from, for example {@code statvfs} or {@code fileset quota}
 */
public record SpaceFacts(long total, long available, String source) {
  /** The source where nothing is tighter than what df(1) shows. */
  public static final String FILESYSTEM = "statvfs";

  /** Whether no quota that only the filesystem's own tools show is tighter. */
  public boolean isOfFilesystem() {
    return source.equals(FILESYSTEM);
  }
}
