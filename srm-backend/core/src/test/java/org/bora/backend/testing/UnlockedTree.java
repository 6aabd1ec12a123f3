package org.bora.backend.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bora.backend.database.OpenTransaction;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Residences;

/**
 * A storage area that refuses calls made within a transaction. A filesystem may hang, and a
 * transaction that waits for it keeps its row locks and its connection, so other backends wait too
 * (docs/adr/0033). What has to happen under a lock is named in {@link #ACTS}, with the reason.
 */
public final class UnlockedTree {
  /** Classes that may call a filesystem within a transaction, and why. */
  public static final Map<String, String> ACTS =
      Map.ofEntries(
          Map.entry(
              "access.GrantSettlement",
              "an access list is read and written while its grants are locked, so that no other account's change is lost"),
          Map.entry(
              "rename.NameMoves",
              "a move is announced under lock, and what it moves must be what was announced"),
          Map.entry("pin.SecondLook", "a pin ends only if, with the pin locked, its file has gone"),
          Map.entry(
              "pin.StagedPins",
              "pins that wait for a recall get the path of the file while the recall is ended"),
          Map.entry(
              "operation.put.Placement",
              "a put is published while its row is locked: the lock decides between the rename and the end of the put (docs/adr/0001)"),
          Map.entry(
              "operation.turl.WriteTurl",
              "an upload is begun anew while its put is locked: neither srmPutDone nor another upload comes between"),
          Map.entry(
              "request.PutEnding",
              "a put is ended while its row is locked: its upload must not be published meanwhile"),
          Map.entry(
              "pin.PinEntry",
              "a release that another backend has made ready is withdrawn under the row lock of the file"),
          Map.entry(
              "diskcopy.Release",
              "the bytes of a file leave the disk under the row lock, so that no pin comes between"),
          Map.entry(
              "rename.MoveEnd",
              "the row of the move decides which backend makes the books follow the disk"),
          Map.entry("rename.Unsettled", "the same for moves of backends that vanished"),
          Map.entry(
              "operation.request.RemovedFiles",
              "a row goes only if, with the row locked, its file does not have its name, for good"),
          Map.entry(
              "stage.migration.CopySettlement",
              "a copy is noted on the file while its row is locked: the file may be replaced"),
          Map.entry(
              "merge.AbandonedParts",
              "an upload that was given up is removed under the row locks of its files, so that no completion comes between"),
          Map.entry(
              "life.FileEnds",
              "a file whose life has ended is removed under its row lock, so that no extension comes between"),
          Map.entry(
              "life.StoredLives",
              "a life is extended on the file and in its row together, so that no end comes between"));

  /** These ask no filesystem. */
  private static final Set<String> ACCESSORS = Set.of("root", "residences", "close");

  private static final String OURS = "org.bora.backend.";
  private static final Set<String> BETWEEN =
      Set.of(OURS + "testing.", OURS + "bulkhead.", OURS + "database.");

  private final boolean refuses;
  private final Queue<String> broken = new ConcurrentLinkedQueue<>();

  /** Refuses, unless {@code BORA_LOCKED_CALLS=allow} is in the environment. */
  public UnlockedTree() {
    this(!"allow".equals(System.getenv("BORA_LOCKED_CALLS")));
  }

  UnlockedTree(boolean refuses) {
    this.refuses = refuses;
  }

  /** The same area, of which calls within transactions are refused and noted. */
  public AreaTree of(AreaTree real) {
    return refuses ? guarded(AreaTree.class, real) : real;
  }

  /** The calls that were refused. */
  public List<String> broken() {
    return List.copyOf(broken);
  }

  private <T> T guarded(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return ofObject(proxy, real, method.getName(), arguments);
              }
              check(type, method.getName());
              try {
                Object result = method.invoke(real, arguments);
                return method.getReturnType() == Residences.class
                    ? guarded(Residences.class, (Residences) result)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** An area is a key of maps. */
  @SuppressWarnings("ReferenceEquality") // what another guard says is not this one
  private static Object ofObject(Object proxy, Object real, String method, Object[] arguments) {
    return switch (method) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(real);
      default -> "guarded " + real;
    };
  }

  private void check(Class<?> type, String method) {
    if (!OpenTransaction.isOpen() || ACCESSORS.contains(method)) {
      return;
    }
    List<String> callers =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .map(StackWalker.StackFrame::getClassName)
                        .filter(name -> name.startsWith(OURS))
                        .filter(name -> BETWEEN.stream().noneMatch(name::startsWith))
                        .map(name -> name.substring(OURS.length()))
                        .distinct()
                        .toList());
    Optional<String> act =
        callers.stream().filter(name -> ACTS.containsKey(outermost(name))).findFirst();
    if (act.isEmpty()) {
      String text =
          "%s.%s is called within a transaction, by %s"
              .formatted(type.getSimpleName(), method, callers);
      broken.add(text);
      throw new AssertionError(text);
    }
  }

  private static String outermost(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
