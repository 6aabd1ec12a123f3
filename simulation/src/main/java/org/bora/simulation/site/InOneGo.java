package org.bora.simulation.site;

import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FoundUpload;
import org.bora.storage.spi.HiddenFinds;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.Residences;

/**
 * Calls of a disk that take callbacks. The real call runs without interruption, and its results are
 * then passed to the callback in an order that does not depend on the filesystem. A callback may
 * wait, and a process that is killed meanwhile would never close the handles of the real call.
 */
final class InOneGo {
  private final Disk disk;
  private final AreaTree real;
  private final Handles open;

  /**
   * Creates the wrapper.
   *
   * @param open handles of the process, which are closed when the process dies
   */
  InOneGo(Disk disk, AreaTree real, Handles open) {
    this.disk = disk;
    this.real = real;
    this.open = open;
  }

  Object walk(Object to, Method method, Object[] arguments) throws Throwable {
    @SuppressWarnings("unchecked")
    Consumer<FoundUpload> consumer = (Consumer<FoundUpload>) arguments[1];
    List<FoundUpload> found = new ArrayList<>();
    // empty files have this machine's time, not the scheduler's
    HiddenFinds collect = found::add;
    // no process dies within a call of the disk, so no file was moved aside and left there
    Object first = arguments[0] instanceof Instant ? Instant.EPOCH : arguments[0];
    Mount.asked(to, method, new Object[] {first, collect});
    found.stream()
        .sorted(Comparator.comparing(FoundUpload::toString))
        .map(one -> new FoundUpload(one.directory(), one.id(), disk.time(one.id())))
        .forEach(consumer);
    return null;
  }

  Object eachResidue(Object to, Method method, Object[] arguments) throws Throwable {
    @SuppressWarnings("unchecked")
    Consumer<Object> consumer = (Consumer<Object>) arguments[0];
    List<Object> found = new ArrayList<>();
    Consumer<Object> collect = found::add;
    Mount.asked(to, method, new Object[] {collect});
    found.stream().sorted(Comparator.comparing(Object::toString)).forEach(consumer);
    return null;
  }

  /** The file is open while the caller waits, as in the real call. */
  Object verify(Object to, Method method, Object[] arguments) throws Throwable {
    Residences.Pace pace = (Residences.Pace) arguments[2];
    List<Long> pieces = new ArrayList<>();
    Residences.Pace collect = pieces::add;
    Mount.asked(to, method, new Object[] {arguments[0], arguments[1], collect});
    OpenFile read = real.openFile((AreaPath) arguments[0]);
    open.add(read);
    try {
      for (long piece : pieces) {
        pace.read(piece);
      }
    } finally {
      open.remove(read);
      read.close();
    }
    return null;
  }
}
