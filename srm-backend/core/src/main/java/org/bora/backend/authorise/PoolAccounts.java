package org.bora.backend.authorise;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;

/**
 * Leases of pool accounts, kept in a directory as other grid software keeps them: an empty file per
 * account, {@code testvo001}, and per lease a hard link to it, named after its holder. An account
 * with two links is taken. Leases stay until an administrator removes the link; the time of last
 * use is the file's modification time, to the hour.
 *
 * <p>Thread safe, and safe with other processes: processes of Bora use a lock file, and for others
 * the number of links decides. Blocks while the directory is read.
 */
final class PoolAccounts {

  /** The longest name that a Linux filesystem takes. */
  private static final int LONGEST_NAME = 255;

  private static final int KEPT_OF_LONG_NAMES = 180;
  private static final String LOCK = ".bora-lock";
  private static final Duration USE_NOTED_EVERY = Duration.ofHours(1);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(1);
  private static final int MOST_TRIES = 10_000;

  private final Path directory;
  private final Clock clock;

  /** The last known place of a lease; checked again before use. */
  private final Map<Path, String> known = new ConcurrentHashMap<>();

  PoolAccounts(Path directory, Clock clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /** The answer of a pool to a holder. */
  sealed interface Lease {
    record Of(String account) implements Lease {}

    /** All accounts are taken, or there are none. */
    record Exhausted(int accounts) implements Lease {}

    /** The holder has an account of another pool, as the link {@code lease} says. */
    record Elsewhere(Path lease) implements Lease {}
  }

  /**
   * The account that a caller holds, or one leased now.
   *
   * @param pool what the names of its accounts begin with
   * @param by the attribute by which the caller was mapped; empty for the subject
   */
  Lease lease(String pool, Caller caller, Optional<Fqan> by) throws IOException {
    Path lease = path(caller, by);
    Optional<Lease> held = held(pool, lease);
    return held.isPresent() ? held.get() : take(pool, lease);
  }

  /** The account that a caller holds already; empty for none. Nothing is changed. */
  Optional<Lease> look(String pool, Caller caller, Optional<Fqan> by) throws IOException {
    return find(pool, path(caller, by));
  }

  private Optional<Lease> held(String pool, Path lease) throws IOException {
    Optional<Lease> held = find(pool, lease);
    if (held.isPresent() && held.get() instanceof Lease.Of) {
      FileTime used = Files.getLastModifiedTime(lease);
      if (used.toInstant().plus(USE_NOTED_EVERY).isBefore(clock.instant())) {
        Files.setLastModifiedTime(lease, FileTime.from(clock.instant()));
      }
    }
    return held;
  }

  private Optional<Lease> find(String pool, Path lease) throws IOException {
    if (!Files.exists(lease)) {
      return Optional.empty();
    }
    Object file = Files.getAttribute(lease, "unix:ino");
    String last = known.get(lease);
    if (last != null && isOf(pool, last) && file.equals(inode(last))) {
      return Optional.of(new Lease.Of(last));
    }
    for (String account : accounts(pool)) {
      if (file.equals(inode(account))) {
        known.put(lease, account);
        return Optional.of(new Lease.Of(account));
      }
    }
    return Optional.of(new Lease.Elsewhere(lease));
  }

  private synchronized Lease take(String pool, Path lease) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = lock(channel)) {
      List<String> accounts = accounts(pool);
      for (String account : accounts) {
        Optional<Lease> held = find(pool, lease);
        if (held.isPresent()) {
          return held.get(); // another process, or another thread, was faster
        }
        if (links(account) == 1 && link(lease, account)) {
          known.put(lease, account);
          return new Lease.Of(account);
        }
      }
      return new Lease.Exhausted(accounts.size());
    }
  }

  /** After a change of settings two of this class work on one directory for a moment. */
  private static FileLock lock(FileChannel channel) throws IOException {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException ofThisProcess) {
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
    throw new IOException("the lock of the pool directory is never free");
  }

  /** False where software that does not know our lock took the account, or the name, meanwhile. */
  private boolean link(Path lease, String account) throws IOException {
    try {
      Files.createLink(lease, directory.resolve(account));
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
    if (links(account) == 2) {
      return true;
    }
    Files.deleteIfExists(lease);
    return false;
  }

  private int links(String account) throws IOException {
    return (Integer) Files.getAttribute(directory.resolve(account), "unix:nlink");
  }

  private Object inode(String account) throws IOException {
    try {
      return Files.getAttribute(directory.resolve(account), "unix:ino");
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    }
  }

  /** The accounts of a pool, sorted. */
  private List<String> accounts(String pool) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> isOf(pool, name))
          .sorted()
          .toList();
    }
  }

  private static boolean isOf(String pool, String account) {
    return Pattern.matches(Pattern.quote(pool) + "[0-9]+", account);
  }

  private Path path(Caller caller, Optional<Fqan> by) {
    String name = encoded(caller.dn()) + by.map(fqan -> ":" + encoded(fqan.toString())).orElse("");
    return directory.resolve(
        name.length() <= LONGEST_NAME
            ? name
            : name.substring(0, KEPT_OF_LONG_NAMES) + ":" + digest(name));
  }

  /** As other software writes them: letters small, all but letters and digits as {@code %hh}. */
  private static String encoded(String name) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      if (c < 128 && Character.isLetterOrDigit(c)) {
        encoded.append(Character.toLowerCase(c));
      } else {
        encoded.append('%').append(HexFormat.of().toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  private static String digest(String name) {
    try {
      byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every Java has SHA-256", impossible);
    }
  }
}
