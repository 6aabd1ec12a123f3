package org.bora.storage.spi;

/** The source of an area's size and free space. */
public enum SpaceSource {
  /** The smallest limit that the filesystem has. */
  AUTO("the filesystem"),
  /** What df(1) shows. */
  STATVFS("statvfs"),
  /** The quota of the project that the area's directory belongs to: XFS, ext4, Lustre. */
  PROJECT("project quota"),
  /** The limits of the btrfs subvolume that the area lies in. */
  BTRFS_QGROUP("btrfs qgroup limit"),
  /** The quota of a GlusterFS directory, as its mount shows it. */
  GLUSTER("GlusterFS quota"),
  /** The quota of the GPFS fileset that the area lies in. */
  FILESET("fileset quota");

  private final String words;

  SpaceSource(String words) {
    this.words = words;
  }

  /** As people call it. */
  public String words() {
    return words;
  }
}
