package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.bora.api.directory.KeyOrder;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

/** Keys in the order of bytes, compared with a list of all of them that is sorted. */
class WalkTest {
  private static final String[] NAMES = {"a", "a-b", "a0", "b", "\u00e9", "\uffee", "\ud83d\ude00"};

  private static List<String> walk(KnownTree tree, String prefix, String after, boolean levelOnly)
      throws Refused {
    Walk walk = new Walk(tree.engine(), KnownTree.bucket(), prefix, after, levelOnly, false);
    List<String> keys = new ArrayList<>();
    for (Optional<Walk.Item> next = walk.next(); next.isPresent(); next = walk.next()) {
      keys.add(next.get().key());
    }
    return keys;
  }

  private static KnownTree tree(int page, Set<String> keys) {
    KnownTree tree = new KnownTree(page);
    keys.forEach(tree::add);
    return tree;
  }

  /** No key is the directory of another. */
  private static NavigableSet<String> keys(Random random) {
    TreeSet<String> keys = new TreeSet<>(KeyOrder.BYTES);
    for (int n = 0; n < 60; n++) {
      StringBuilder key = new StringBuilder(NAMES[random.nextInt(NAMES.length)]);
      while (random.nextInt(3) > 0) {
        key.append("/").append(NAMES[random.nextInt(NAMES.length)]);
      }
      String file = key + "f";
      keys.add(random.nextInt(10) == 0 ? key + "/empty/" : file);
    }
    return keys;
  }

  @Test
  void allKeysBehindAnyOneComeInOrder() throws Refused {
    Random random = new Random(11);
    for (int round = 0; round < 40; round++) {
      NavigableSet<String> keys = keys(random);
      KnownTree tree = tree(1 + random.nextInt(5), keys);
      assertEquals(new ArrayList<>(keys), walk(tree, "", "", false));
      for (String after : keys) {
        assertEquals(
            new ArrayList<>(keys.tailSet(after, false)), walk(tree, "", after, false), after);
      }
    }
  }

  @Test
  void aPrefixIsAnyTextThatKeysBeginWith() throws Refused {
    Random random = new Random(12);
    for (int round = 0; round < 20; round++) {
      NavigableSet<String> keys = keys(random);
      KnownTree tree = tree(3, keys);
      for (String key : keys) {
        String prefix = key.substring(0, random.nextInt(key.length()) + 1);
        List<String> expected = keys.stream().filter(one -> one.startsWith(prefix)).toList();
        assertEquals(expected, walk(tree, prefix, "", false), prefix);
      }
    }
  }

  @Test
  void aLevelShowsEachDirectoryOnceAndGoesOnBehindIt() throws Refused {
    Random random = new Random(13);
    for (int round = 0; round < 20; round++) {
      NavigableSet<String> keys = keys(random);
      KnownTree tree = tree(2, keys);
      TreeSet<String> level = new TreeSet<>(KeyOrder.BYTES);
      for (String key : keys) {
        int slash = key.indexOf('/');
        level.add(slash < 0 ? key : key.substring(0, slash + 1));
      }
      assertEquals(new ArrayList<>(level), walk(tree, "", "", true));
      for (String after : level) {
        assertEquals(new ArrayList<>(level.tailSet(after, false)), walk(tree, "", after, true));
      }
    }
  }

  @Test
  void anEmptyDirectoryIsAKeyAndAFullOneIsNone() throws Refused {
    KnownTree tree = new KnownTree(10);
    tree.add("empty/");
    tree.add("full/f");
    assertEquals(List.of("empty/", "full/f"), walk(tree, "", "", false));
    assertEquals(List.of("empty/"), walk(tree, "empty/", "", true));
    assertEquals(List.of("full/f"), walk(tree, "", "empty/", false));
  }

  @Test
  void multipartUploadsAreNoKeys() throws Refused {
    KnownTree tree = new KnownTree(10);
    tree.add("d/" + ObjectKey.HIDDEN + "0/part-1");
    tree.add("d/f");
    assertEquals(List.of("d/f"), walk(tree, "", "", false));
    Walk uploads = new Walk(tree.engine(), KnownTree.bucket(), "", "", false, true);
    assertEquals("d/" + ObjectKey.HIDDEN + "0/", uploads.next().orElseThrow().key());
    assertEquals(Optional.empty(), uploads.next());
  }

  @Test
  void noPrefixAndNoMarkerLeadToTheParts() throws Refused {
    KnownTree tree = new KnownTree(10);
    String upload = "d/" + ObjectKey.HIDDEN + "0/";
    tree.add(upload + "part-1");
    tree.add("d/f");
    for (boolean levelOnly : new boolean[] {true, false}) {
      for (String prefix : new String[] {upload, upload + "p", upload + "part-1"}) {
        assertEquals(List.of(), walk(tree, prefix, "", levelOnly), prefix);
        assertEquals(List.of(), walk(tree, prefix, upload + "o", levelOnly), prefix);
      }
    }
    assertEquals(List.of("d/f"), walk(tree, "", upload + "o", false));
    assertEquals(List.of("d/f"), walk(tree, "d/", upload + "o", false));
    assertEquals(List.of("d/f"), walk(tree, "", upload, false));
  }

  @Test
  void placesThatNoFileCanHaveLeadNowhere() throws Refused {
    KnownTree tree = new KnownTree(10);
    tree.add("a/b");
    for (String prefix : new String[] {"a//", "/", "../", "a/./", "none/"}) {
      assertEquals(List.of(), walk(tree, prefix, "", false), prefix);
    }
    assertEquals(List.of("a/b"), walk(tree, "", "a/", false));
    assertEquals(List.of("a/b"), walk(tree, "", "/x", false));
    assertEquals(List.of(), walk(tree, "", "b", false));
  }
}
