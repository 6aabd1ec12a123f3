package org.bora.storage.posix;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Vouched.Claim;

/**
 * The raw attributes of a file, before they are verified. They are read once, so the seal is
 * compared with exactly the texts that are used.
 */
record AttributeTexts(
    Optional<String> adler32,
    Optional<String> put,
    Optional<String> label,
    Optional<String> tape,
    Optional<String> stub) {
  static final AttributeTexts NOTHING =
      new AttributeTexts(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** All of them; one call to the filesystem for a file that no upload made. */
  static AttributeTexts read(CallFrame frame, Handle file, Stat stat) throws StorageException {
    Optional<String> checksum = BoraAttributes.read(frame, file, BoraAttributes.ADLER32);
    if (checksum.isEmpty()) {
      return NOTHING;
    }
    Optional<String> tape = BoraAttributes.read(frame, file, BoraAttributes.TAPE);
    Optional<String> stub =
        tape.isPresent() || stat.permissions() == 0
            ? BoraAttributes.read(frame, file, BoraAttributes.STUB)
            : Optional.empty();
    return new AttributeTexts(
        checksum,
        BoraAttributes.read(frame, file, BoraAttributes.PUT),
        BoraAttributes.read(frame, file, BoraAttributes.LABEL),
        tape,
        stub);
  }

  /** What they say of a file that is as {@code stat} tells. */
  Carried carried(Stat stat) {
    if (adler32.isEmpty()) {
      return Carried.NOTHING;
    }
    Optional<StubMark> mark = stub.map(StubMark::parse);
    return new Carried(
        mark.isPresent()
            ? ChecksumText.digitsOf(adler32.get())
            : ChecksumText.digitsFor(adler32.get(), stat),
        put.flatMap(AttributeTexts::id),
        label.filter(FileLabel::isPossible).map(FileLabel::new),
        tape.filter(text -> mark.isPresent() || TapeText.fits(text, stat)).flatMap(TapeText::parse),
        mark);
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  /** Those that others may go by. */
  Map<Claim, String> claims() {
    Map<Claim, String> claims = new EnumMap<>(Claim.class);
    put.ifPresent(text -> claims.put(Claim.ID, text));
    label.ifPresent(text -> claims.put(Claim.LABEL, text));
    tape.ifPresent(text -> claims.put(Claim.TAPE, text));
    stub.ifPresent(text -> claims.put(Claim.STUB, text));
    return claims;
  }
}
