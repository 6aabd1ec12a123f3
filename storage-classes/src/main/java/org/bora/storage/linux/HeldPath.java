package org.bora.storage.linux;

/**
 * The name under which {@code /proc} shows an open descriptor: the one way to reach attributes,
 * mode and path of an entry that was opened with O_PATH. It is made from our own number, never from
 * a client's text.
 */
final class HeldPath {
  private HeldPath() {}

  static String of(int descriptor) {
    return "/proc/self/fd/" + descriptor;
  }
}
