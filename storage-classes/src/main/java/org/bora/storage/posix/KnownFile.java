package org.bora.storage.posix;

import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.Vouched;

/**
 * The attributes of an entry, and which of them its seal proves. They depend only on the status,
 * the attributes and the keys.
 *
 * @param keys keys with which the seal was verified ({@code SealKeys.inUse})
 * @param uid of the files that the process makes where the entry is
 */
record KnownFile(
    FileAttributes attributes, Carried carried, Vouched vouched, Object keys, int uid) {

  static KnownFile of(Root root, Stat stat, FileAttributes attributes) {
    // asked for first: what was proved with keys that are replaced meanwhile is not believed later
    Object keys = root.keys().inUse();
    AttributeTexts texts = attributes.texts();
    return new KnownFile(
        attributes,
        texts.carried(stat),
        FileSeal.vouched(root, stat, texts.claims(), attributes.seal()),
        keys,
        root.uid());
  }

  /** Whether its seal was checked with the area's present keys. */
  boolean holdsFor(Root root) {
    return keys.equals(root.keys().inUse()) && uid == root.uid();
  }
}
