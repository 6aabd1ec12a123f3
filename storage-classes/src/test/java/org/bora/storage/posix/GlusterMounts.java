package org.bora.storage.posix;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The volumes that {@code storage-classes/conformance-on-gluster} made; without it the tests that
 * need them are skipped.
 */
public final class GlusterMounts {
  private GlusterMounts() {}

  /** A mount of the volume that spreads its files over three bricks. */
  public static Path spread() {
    return Path.of(told("BORA_GLUSTER_SPREAD"));
  }

  /** A directory of it with a quota of 64 MiB. */
  public static Path limited() {
    return Path.of(told("BORA_GLUSTER_LIMITED"));
  }

  /** Two mounts of the volume that keeps every file three times, as two hosts have them. */
  public static List<Path> kept() {
    return Stream.of(told("BORA_GLUSTER_KEPT").split(":")).map(Path::of).toList();
  }

  /** The process of one of its bricks. */
  public static long brick() {
    return Long.parseLong(told("BORA_GLUSTER_BRICK"));
  }

  private static String told(String name) {
    String value = System.getenv(name);
    assumeTrue(value != null, "run storage-classes/conformance-on-gluster: it sets " + name);
    return value;
  }
}
