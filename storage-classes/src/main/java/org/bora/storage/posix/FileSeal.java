package org.bora.storage.posix;

import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Vouched;
import org.bora.storage.spi.Vouched.Claim;

/**
 * The attribute {@code user.bora.seal}: {@code 1 KEY INODE MADE CLAIM=CODE...}. A code is an HMAC
 * of one other attribute, as it stands, together with the kind of claim, the owner, the inode
 * number and the time when the inode was made. The owner of a file may copy, remove and replay
 * attributes, but has no key, and a seal for another inode is not valid here (docs/adr/0044).
 *
 * <p>The owner of the file, and who may write it now, make no difference: a user who could once
 * write a file of Bora's account through an access control list could also write its attributes,
 * and these stay when the access ends.
 */
final class FileSeal {
  static final String NAME = "user.bora.seal";

  private static final String VERSION = "1";
  private static final String UNKNOWN = "-";
  private static final int FIXED_FIELDS = 4;

  private static final Map<String, Claim> CLAIMS =
      Stream.of(Claim.values()).collect(Collectors.toUnmodifiableMap(Claim::name, claim -> claim));

  /** What stands for inode and time: nothing that could be taken for a part of something else. */
  private static final Pattern NUMBER = Pattern.compile("[0-9.-]{1,40}");

  /** Of a process without keys, which can verify nothing. */
  private static final int OTHERS_MAY_WRITE = 022;

  private FileSeal() {}

  /** The content of a seal; {@code codes} are not verified yet. */
  private record Text(String key, String inode, String made, Map<Claim, String> codes) {

    static Optional<Text> parse(String text) {
      String[] fields = text.split(" ", -1);
      if (fields.length < FIXED_FIELDS
          || !fields[0].equals(VERSION)
          || !NUMBER.matcher(fields[2]).matches()
          || !NUMBER.matcher(fields[3]).matches()) {
        return Optional.empty();
      }
      Map<Claim, String> codes = new EnumMap<>(Claim.class);
      for (int at = FIXED_FIELDS; at < fields.length; at++) {
        int equals = Math.max(0, fields[at].indexOf('='));
        Claim claim = CLAIMS.get(fields[at].substring(0, equals));
        if (claim != null) {
          codes.put(claim, fields[at].substring(equals + 1));
        }
      }
      return Optional.of(new Text(fields[1], fields[2], fields[3], codes));
    }

    String text() {
      return codes.entrySet().stream()
          .map(entry -> " " + entry.getKey() + "=" + entry.getValue())
          .collect(Collectors.joining("", VERSION + " " + key + " " + inode + " " + made, ""));
    }

    /** A filesystem that began to tell when files were made, or ceased to, changes nothing. */
    boolean isOf(Stat stat) {
      return inode.equals(inodeOf(stat))
          && (made.equals(UNKNOWN) || madeOf(stat).equals(UNKNOWN) || made.equals(madeOf(stat)));
    }

    boolean covers(SealKeys keys, Stat stat, Claim claim, String value) {
      return codes.containsKey(claim)
          && keys.isCode(key, sealed(claim, stat, inode, made, value), codes.get(claim));
    }
  }

  private static String inodeOf(Stat stat) {
    return Long.toUnsignedString(stat.inode());
  }

  private static String madeOf(Stat stat) {
    return stat.made().map(FileSeal::text).orElse(UNKNOWN);
  }

  private static String text(Instant instant) {
    return instant.getEpochSecond() + "." + instant.getNano();
  }

  /** What a code is computed of. No part but the last can hold a line end. */
  private static String sealed(Claim claim, Stat stat, String inode, String made, String value) {
    return String.join(
        "\n",
        "bora seal",
        VERSION,
        claim.name(),
        Integer.toUnsignedString(stat.uid()),
        inode,
        made,
        value);
  }

  /**
   * What of these claims is vouched for. Of a file with two names nothing is: a second name may
   * lead into another user's directory.
   */
  static Vouched vouched(Root root, Stat stat, Map<Claim, String> claims, Optional<String> seal) {
    if (claims.isEmpty()) {
      return Vouched.ALL;
    }
    return stat.links() > 1
        ? new Vouched(EnumSet.complementOf(EnumSet.copyOf(claims.keySet())), Set.of())
        : proven(root, stat, claims, seal);
  }

  /** The same, whatever number of names the file has. */
  private static Vouched proven(
      CallFrame frame, Root root, Handle file, Stat stat, Map<Claim, String> claims)
      throws StorageException {
    return proven(root, stat, claims, BoraAttributes.read(frame, file, NAME));
  }

  private static Vouched proven(
      Root root, Stat stat, Map<Claim, String> claims, Optional<String> text) {
    if (root.keys().current().isEmpty()
        && stat.uid() == root.uid()
        && (stat.permissions() & OTHERS_MAY_WRITE) == 0) {
      return Vouched.ALL;
    }
    Set<Claim> here = EnumSet.allOf(Claim.class);
    here.removeAll(claims.keySet());
    Set<Claim> moved = EnumSet.noneOf(Claim.class);
    Optional<Text> seal = text.flatMap(Text::parse);
    if (seal.isPresent()) {
      claims.forEach(
          (claim, value) -> {
            if (seal.get().covers(root.keys(), stat, claim, value)) {
              (seal.get().isOf(stat) ? here : moved).add(claim);
            }
          });
    }
    return new Vouched(here, moved);
  }

  /**
   * Whether Bora itself has made a file by the upload {@code id}, and it was not copied from there.
   */
  static boolean isOf(CallFrame frame, Root root, Handle file, Stat stat, UUID id)
      throws StorageException {
    return BoraAttributes.isOf(frame, file, id)
        && proven(frame, root, file, stat, Map.of(Claim.ID, id.toString()))
            .here()
            .contains(Claim.ID);
  }

  /**
   * Seals attributes that Bora has just written from its own knowledge, on a file without a seal.
   * Without effect if there are no keys.
   *
   * @param stat of the file, with its final owner
   */
  static void begin(CallFrame frame, Root root, Handle file, Stat stat, Map<Claim, String> texts)
      throws StorageException {
    seal(frame, root, file, stat, texts, Map.of());
  }

  /** The same on a file that may carry a seal: what else was sealed for it stays so. */
  static void add(CallFrame frame, Root root, Handle file, Stat stat, Map<Claim, String> texts)
      throws StorageException {
    Optional<String> key = root.keys().current();
    if (key.isEmpty() || texts.isEmpty()) {
      return;
    }
    Map<Claim, String> others =
        BoraAttributes.read(frame, file, NAME)
            .flatMap(Text::parse)
            .filter(seal -> seal.key().equals(key.get()))
            .filter(seal -> seal.inode().equals(inodeOf(stat)) && seal.made().equals(madeOf(stat)))
            .map(Text::codes)
            .orElse(Map.of());
    seal(frame, root, file, stat, texts, others);
  }

  private static void seal(
      CallFrame frame,
      Root root,
      Handle file,
      Stat stat,
      Map<Claim, String> texts,
      Map<Claim, String> others)
      throws StorageException {
    Optional<String> key = root.keys().current();
    if (key.isEmpty() || texts.isEmpty()) {
      return;
    }
    Map<Claim, String> codes = new EnumMap<>(Claim.class);
    codes.putAll(others);
    texts.forEach(
        (claim, value) ->
            codes.put(
                claim,
                root.keys()
                    .code(key.get(), sealed(claim, stat, inodeOf(stat), madeOf(stat), value))
                    .orElseThrow()));
    String text = new Text(key.get(), inodeOf(stat), madeOf(stat), codes).text();
    file.check(AttributeCalls.set(frame, file.descriptor(), NAME, text), "fsetxattr");
  }

  /**
   * Those of these claims that are vouched for on a file. A file that takes the place of another is
   * sealed with no more than that: otherwise Bora would vouch for what the owner wrote.
   */
  static Collection<Claim> toCarry(CallFrame frame, Root root, Handle file, Stat stat)
      throws StorageException {
    AttributeTexts texts = AttributeTexts.read(frame, file, stat);
    return proven(frame, root, file, stat, texts.claims()).here();
  }
}
