package org.bora.storage.lustre;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.LustreLibrary;
import org.bora.storage.posix.Abilities;
import org.bora.storage.posix.Hsm;
import org.bora.storage.quota.SpaceReading;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.Striping;
import org.bora.storage.spi.TreeSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What liblustreapi adds to one area. */
final class LustreAbilities implements Abilities {
  private static final Logger LOG = LoggerFactory.getLogger(LustreAbilities.class);

  /** To ask about a file without waiting for its bytes. */
  private static final long ASKING = Flags.O_RDONLY | Flags.O_NONBLOCK | Flags.O_NOCTTY;

  private final LustreLibrary library;
  private final Striping striping;
  private final Optional<Hsm> hsm;
  private final String root;

  LustreAbilities(LustreLibrary library, TreeSettings settings, String root) {
    this.library = library;
    this.striping = settings.striping();
    this.hsm = settings.hsm() ? Optional.of(new LustreHsm(library, root)) : Optional.empty();
    this.root = root;
  }

  @Override
  public Map<SpaceSource, SpaceReading> spaces() {
    return Map.of(SpaceSource.PROJECT, new LustreProjectReading(library, root));
  }

  @Override
  public int create(CallFrame frame, int directory, String name) {
    if (striping.isInherited()) {
      return -Errno.EOPNOTSUPP;
    }
    int made = library.layouts().create(frame, directory, name, striping);
    if (made < 0 && made != -Errno.EEXIST) {
      LOG.warn("{}: a new file is not laid out as {}: {}", root, striping, Errno.name(-made));
    }
    return made;
  }

  @Override
  public Optional<Hsm> hsm() {
    return hsm;
  }

  @Override
  public boolean isOffline(CallFrame frame, int file) {
    int opened = FileCalls.reopen(frame, file, ASKING | Flags.O_CLOEXEC);
    if (opened < 0) {
      return false;
    }
    try {
      MemorySegment state = LustreLibrary.stateBuffer(frame);
      return library.hsmState(opened, state) >= 0 && LustreLibrary.readState(state).released();
    } finally {
      FileCalls.close(opened);
    }
  }
}
