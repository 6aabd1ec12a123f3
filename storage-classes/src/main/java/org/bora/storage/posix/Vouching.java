package org.bora.storage.posix;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree.Known;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.Vouched.Claim;

/** Seals the attributes of a file that agree with the books. */
final class Vouching {
  private Vouching() {}

  static void run(CallFrame frame, Root root, AreaPath path, Known known) throws StorageException {
    String name = path.isRoot() ? "." : path.toString();
    Unlocked.with(
        frame,
        root.handle(),
        name,
        file -> {
          seal(frame, root, file, known);
          return null;
        });
  }

  private static void seal(CallFrame frame, Root root, Handle file, Known known)
      throws StorageException {
    Stat stat = file.stat(frame);
    if (!stat.isFile() || stat.links() > 1) {
      return;
    }
    AttributeTexts texts = AttributeTexts.read(frame, file, stat);
    Carried carried = texts.carried(stat);
    if (!texts.put().equals(Optional.of(known.id().toString()))) {
      return;
    }
    Map<Claim, String> agreed = new EnumMap<>(Claim.class);
    agreed.put(Claim.ID, known.id().toString());
    if (carried.tape().isPresent() && isSame(carried.tape().get(), known.copy())) {
      agreed.put(Claim.TAPE, texts.tape().orElseThrow());
    }
    if (carried.isStub() && known.onTapeAlone()) {
      agreed.put(Claim.STUB, texts.stub().orElseThrow());
    }
    BoraAttributes.label(frame, file, known.label());
    agreed.put(Claim.LABEL, known.label().text());
    FileSeal.add(frame, root, file, stat, agreed);
    file.sync(frame);
  }

  /** In parsed form; the books know neither the SHA-256 nor fractions of a millisecond. */
  private static boolean isSame(TapeCopy said, Optional<TapeCopy> known) {
    return known
        .filter(
            copy ->
                copy.library().equals(said.library())
                    && copy.location().equals(said.location())
                    && copy.size() == said.size()
                    && copy.adler32().equals(said.adler32()))
        .isPresent();
  }
}
