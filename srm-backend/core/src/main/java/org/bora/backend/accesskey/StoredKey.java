package org.bora.backend.accesskey;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.accesskey.AccessKey;
import org.bora.api.accesskey.KeyOwner;
import org.bora.api.word.Fqan;
import org.bora.api.word.Grant;
import org.bora.api.word.Grant.Scope;

/**
 * An access key as stored in the database.
 *
 * @param label name that the owner gave it; may be empty
 * @param madeBy subject of the owner, or of the administrator who made it
 * @param enabled false while it is disabled by order
 * @param used last use, accurate to about an hour
 */
record StoredKey(
    String id,
    KeyOwner owner,
    String label,
    String madeBy,
    Sealed sealed,
    boolean enabled,
    Instant created,
    Instant ends,
    Optional<Instant> used) {

  /**
   * The encrypted secret.
   *
   * @param vaultKey fingerprint of the key that opens it
   */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Sealed(byte[] text, String vaultKey) {
    Sealed {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(vaultKey, "vaultKey");
    }

    @Override
    public String toString() {
      return "secret sealed with " + vaultKey;
    }
  }

  StoredKey {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(madeBy, "madeBy");
    Objects.requireNonNull(sealed, "sealed");
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(ends, "ends");
    Objects.requireNonNull(used, "used");
  }

  StoredKey enabled(boolean now) {
    return new StoredKey(id, owner, label, madeBy, sealed, now, created, ends, used);
  }

  StoredKey ending(Instant later) {
    return new StoredKey(id, owner, label, madeBy, sealed, enabled, created, later, used);
  }

  /** What may be told of it. */
  AccessKey told() {
    return new AccessKey(id, owner, label, madeBy, enabled, created, ends, used);
  }

  /** Of what a key gives, and until when: what its secret is bound to. */
  static byte[] bond(String id, KeyOwner owner, Instant ends) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(bytes)) {
      write(to, "bora access key 1");
      write(to, id);
      write(to, owner.dn());
      write(to, owner.issuer());
      write(to, owner.fqans().stream().map(Fqan::toString).toList());
      write(to, owner.grant().isPresent() ? "granted" : "by rules");
      write(to, owner.grant().map(StoredKey::lines).orElse(List.of()));
      to.writeLong(ends.toEpochMilli());
    } catch (IOException impossible) {
      throw new UncheckedIOException("bytes are written to memory", impossible);
    }
    return bytes.toByteArray();
  }

  byte[] bond() {
    return bond(id, owner, ends);
  }

  private static void write(DataOutputStream to, List<String> texts) throws IOException {
    to.writeInt(texts.size());
    for (String text : texts) {
      write(to, text);
    }
  }

  private static void write(DataOutputStream to, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  /** Scopes as a token has them: {@code storage.read:/vo}; a slash at the end is a directory's. */
  static List<String> lines(Grant grant) {
    if (grant.within().isPresent()) {
      throw new IllegalArgumentException("a key keeps no grant that only takes away");
    }
    return grant.scopes().stream().map(StoredKey::line).toList();
  }

  private static String line(Scope scope) {
    return scope.action().name()
        + " "
        + scope.path()
        + (scope.directory() && !scope.path().equals("/") ? "/" : "");
  }

  /** Reads what {@link #lines} wrote. */
  static Grant grant(List<String> lines) {
    return new Grant(lines.stream().map(StoredKey::scope).toList());
  }

  private static Scope scope(String line) {
    int at = line.indexOf(' ');
    String path = line.substring(at + 1);
    boolean directory = path.endsWith("/");
    return new Scope(
        Grant.Action.valueOf(line.substring(0, at)),
        directory && path.length() > 1 ? path.substring(0, path.length() - 1) : path,
        directory);
  }
}
