package org.bora.backend.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;

/**
 * A real tree whose files leave the disk in name only: which are on tape, and which have left, is
 * remembered here. For tests of who decides that, and not of how it is done.
 */
public final class TapedTree {
  private final AreaTree real;
  private final Map<UUID, TapeCopy> copies = new ConcurrentHashMap<>();
  private final Set<UUID> left = ConcurrentHashMap.newKeySet();
  private final Map<UUID, Prepared> ready = new ConcurrentHashMap<>();
  private final Set<UUID> open = ConcurrentHashMap.newKeySet();
  private volatile Runnable beforeRelease = () -> {};

  public TapedTree(AreaTree real) {
    this.real = real;
  }

  /** The tree as an area sees it. */
  public AreaTree tree() {
    return AreaTree.class.cast(
        Proxy.newProxyInstance(
            TapedTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "residences" -> residences();
                  case "facts" -> facts((AreaPath) arguments[0]);
                  default -> call(real, method, arguments);
                }));
  }

  private static Object call(Object on, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private EntryFacts facts(AreaPath path) throws StorageException {
    EntryFacts facts = real.facts(path);
    Optional<UUID> id = facts.id();
    return new EntryFacts(
        facts.kind(),
        facts.size(),
        facts.modifiedAt(),
        facts.madeAt(),
        facts.mode(),
        facts.uid(),
        facts.gid(),
        facts.adler32(),
        id,
        facts.label(),
        new Residency(id.filter(left::contains).isEmpty(), id.map(copies::get), Optional.empty()),
        facts.vouched());
  }

  private Residences residences() {
    return Residences.class.cast(
        Proxy.newProxyInstance(
            TapedTree.class.getClassLoader(),
            new Class<?>[] {Residences.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "prepareRelease" ->
                      new Prepared((AreaPath) arguments[0], (UUID) arguments[1]);
                  case "keep" -> keep((UUID) arguments[1]);
                  case "eachResidue" -> null; // nothing dies in here
                  default -> throw new AssertionError("nobody should ask for " + method.getName());
                }));
  }

  private boolean keep(UUID id) {
    ready.remove(id);
    return !left.contains(id);
  }

  private final class Prepared implements PreparedRelease {
    private final AreaPath path;
    private final UUID id;

    Prepared(AreaPath path, UUID id) throws StorageException {
      this.path = path;
      this.id = id;
      if (!real.facts(path).id().equals(Optional.of(id))) {
        throw new StorageException(Reason.MISSING, path + " is another file");
      }
      if (!copies.containsKey(id)) {
        throw new StorageException(Reason.UNSUPPORTED, path + " has no copy on tape");
      }
      ready.put(id, this);
    }

    @Override
    public void carryOut() throws StorageException {
      beforeRelease.run();
      if (open.contains(id)) {
        throw new StorageException(Reason.BUSY, path + " is open");
      }
      if (ready.get(id) != this) {
        throw new StorageException(Reason.BUSY, "the release of " + path + " was withdrawn");
      }
      left.add(id);
    }

    @Override
    public void close() {
      ready.remove(id, this);
    }
  }

  /** From now on a file has a copy on tape. */
  public void migrate(UUID id) {
    copies.put(
        id,
        new TapeCopy(
            "lib",
            new TapeLocation("V1", 1, id.toString()),
            1,
            "00000001",
            Optional.empty(),
            Instant.EPOCH));
  }

  public TapeCopy copy(UUID id) {
    return copies.get(id);
  }

  /** Whether a file has left the disk. */
  public boolean hasLeft(UUID id) {
    return left.contains(id);
  }

  /** How many have. */
  public int countLeft() {
    return left.size();
  }

  /** Without anybody being asked: somebody brought it back, or took it away. */
  public void force(UUID id, boolean gone) {
    if (gone) {
      left.add(id);
    } else {
      left.remove(id);
    }
  }

  public void hold(UUID id) {
    open.add(id);
  }

  /** Something that happens just before each release. */
  public void beforeRelease(Runnable happening) {
    beforeRelease = happening;
  }
}
