package org.bora.api.area;

import java.util.Objects;

/**
 * The directory of a storage area, as found by a backend that serves the area. Doors compare it
 * with the directory that they have mounted (docs/adr/0042).
 *
 * @param name of the area
 * @param root its directory as a physical path, without links: the beginning of all {@code file:}
 *     URLs of the area
 * @param mark that the directory carries
 * @param inode number of the directory
 */
public record ServedArea(String name, String root, String mark, long inode) {
  public ServedArea {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(mark, "mark");
  }
}
