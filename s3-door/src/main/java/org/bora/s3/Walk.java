package org.bora.s3;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.KeyOrder;
import org.bora.api.directory.OrderedEntry;
import org.bora.api.directory.OrderedLsReply;
import org.bora.api.word.ReturnStatus;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Walks the keys of a bucket in the order of their bytes, from a key on. It holds a part of each
 * directory on the way to where it is, whatever the bucket holds: the engine remembers the rest.
 * Used by one thread.
 */
final class Walk {
  /** Number of entries of a directory that are requested at once. */
  private static final int AT_ONCE = 1000;

  /**
   * A key, or what several keys begin with.
   *
   * @param entry of a file; empty for a directory
   */
  record Item(String key, Optional<OrderedEntry> entry) {}

  /** A directory that is being walked. */
  private final class Level {
    private final Name name;
    private final String prefix;
    private final String names;
    private String after;
    private Iterator<OrderedEntry> entries = List.<OrderedEntry>of().iterator();
    private boolean more = true;
    private final boolean whole;
    private boolean anything;

    /**
     * @param prefix of its keys: empty, or with a slash at the end
     * @param names that its names must begin with
     * @param after the key in it behind which it begins
     */
    Level(Name name, String prefix, String names, String after) {
      this.name = name;
      this.prefix = prefix;
      this.names = names;
      this.after = after;
      this.whole = names.isEmpty() && after.isEmpty();
    }

    Optional<OrderedEntry> next() throws Refused {
      while (!entries.hasNext() && more) {
        OrderedLsReply reply = read();
        anything |= !reply.entries().isEmpty();
        entries = reply.entries().iterator();
        after = reply.next();
        more = !after.isEmpty();
      }
      return entries.hasNext() ? Optional.of(entries.next()) : Optional.empty();
    }

    private OrderedLsReply read() throws Refused {
      try {
        return engine.inOrder(name, names, after, AT_ONCE, Facts.NOTE);
      } catch (Refused refusal) {
        if (refusal.status() == HttpStatus.NOT_FOUND_404) {
          anything = true; // it has gone: no marker of an empty directory
          return new OrderedLsReply(ReturnStatus.success(), List.of(), "");
        }
        throw refusal;
      }
    }
  }

  private final Engine engine;
  private final String prefix;
  private final String begin;
  private final boolean levelOnly;
  private final boolean uploads;
  private final Deque<Level> levels = new ArrayDeque<>();

  /**
   * @param prefix of the keys
   * @param after key after which the walk begins, empty for the first; if it ends with a slash and
   *     {@code levelOnly} is set, all keys with that prefix are skipped
   * @param levelOnly whether a directory counts as one item
   * @param uploads whether to find directories of multipart uploads instead of objects
   */
  Walk(
      Engine engine, Name bucket, String prefix, String after, boolean levelOnly, boolean uploads) {
    this.engine = engine;
    this.prefix = prefix;
    this.begin = after;
    this.levelOnly = levelOnly;
    this.uploads = uploads;
    begin(bucket, "", after);
  }

  /** Enters a directory, and those in it that lead to where the walk begins. */
  private void begin(Name directory, String path, String after) {
    String restOfPrefix = prefix.startsWith(path) ? prefix.substring(path.length()) : "";
    String restOfAfter = after.startsWith(path) ? after.substring(path.length()) : "";
    int prefixSlash = restOfPrefix.indexOf('/');
    int afterSlash = restOfAfter.indexOf('/');
    if (prefixSlash >= 0) {
      String name = restOfPrefix.substring(0, prefixSlash);
      if (isWalkable(name)) {
        begin(directory.child(name), path + name + "/", after);
      }
      return;
    }
    if (afterSlash < 0 || (levelOnly && afterSlash == restOfAfter.length() - 1)) {
      levels.push(new Level(directory, path, restOfPrefix, restOfAfter));
      return;
    }
    String name = restOfAfter.substring(0, afterSlash);
    if (levelOnly || !isWalkable(name)) {
      // keys behind it may be in that directory still: it counts once more
      String before = name + (char) ('/' - 1);
      levels.push(new Level(directory, path, restOfPrefix, isWalkable(name) ? before : name));
      return;
    }
    levels.push(new Level(directory, path, restOfPrefix, name + "/"));
    if (name.startsWith(restOfPrefix)) {
      begin(directory.child(name), path + name + "/", after);
    }
  }

  private static boolean isWalkable(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && !name.startsWith(ObjectKey.HIDDEN);
  }

  /** The next item; empty at the end. */
  Optional<Item> next() throws Refused {
    while (!levels.isEmpty()) {
      Level level = levels.peek();
      Optional<OrderedEntry> entry = level.next();
      Optional<Item> item = entry.isPresent() ? entered(level, entry.get()) : left(levels.pop());
      if (item.isPresent()) {
        return item;
      }
    }
    return Optional.empty();
  }

  private Optional<Item> entered(Level level, OrderedEntry entry) {
    String key = level.prefix + entry.key();
    boolean upload = entry.name().startsWith(ObjectKey.HIDDEN);
    if (upload) {
      return uploads && entry.isDirectory()
          ? Optional.of(new Item(key, Optional.of(entry)))
          : Optional.empty();
    }
    if (!isBehind(key, begin) && !(entry.isDirectory() && begin.startsWith(key))) {
      return Optional.empty();
    }
    if (!entry.isDirectory()) {
      return uploads ? Optional.empty() : Optional.of(new Item(key, Optional.of(entry)));
    }
    if (levelOnly && !uploads) {
      return Optional.of(new Item(key, Optional.empty()));
    }
    levels.push(new Level(level.name.child(entry.name()), key, "", ""));
    return Optional.empty();
  }

  /** An empty directory is itself a key: its marker. */
  private Optional<Item> left(Level level) {
    boolean marker =
        level.whole
            && !level.anything
            && !level.prefix.isEmpty()
            && level.prefix.startsWith(prefix)
            && isBehind(level.prefix, begin);
    return marker && !uploads
        ? Optional.of(new Item(level.prefix, Optional.empty()))
        : Optional.empty();
  }

  /** Whether one key comes behind another. */
  static boolean isBehind(String key, String other) {
    return KeyOrder.BYTES.compare(key, other) > 0;
  }
}
