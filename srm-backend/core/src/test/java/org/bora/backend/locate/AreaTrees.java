package org.bora.backend.locate;

import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.Locale;
import org.bora.api.word.FileStorageType;
import org.bora.storage.spi.AreaTree;

/** Areas for tests that must not touch a disk. */
public final class AreaTrees {

  private AreaTrees() {}

  /** A tree that fails the test when it is used. */
  public static AreaTree untouchable() {
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTrees.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, _) -> {
              throw new AssertionError("a pure function called " + method.getName());
            });
  }

  /** An area named after the first letters of its place, with a token and description like it. */
  public static StorageArea area(String sfn, AreaTree tree) {
    String name = sfn.substring(1).replace('/', '-');
    return new StorageArea(
        name,
        sfn,
        tree,
        Keeping.DISK,
        "token-" + name,
        name.toUpperCase(Locale.ROOT),
        EnumSet.allOf(FileStorageType.class),
        OwnerRule.DN);
  }

  public static StorageArea area(String sfn) {
    return area(sfn, untouchable());
  }
}
