package org.bora.contract.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bora.contract.ISRM;
import org.junit.jupiter.api.Test;

class EncodedArrayTest {

  /** Field names of lists in requests, and what the contract calls an entry of each. */
  private static Map<String, String> lists() {
    Map<String, String> lists = new TreeMap<>();
    Arrays.stream(ISRM.class.getMethods())
        .map(method -> method.getParameterTypes()[0])
        .forEach(request -> collect(request, lists));
    return lists;
  }

  private static void collect(Class<?> type, Map<String, String> lists) {
    for (Field field : type.getDeclaredFields()) {
      String fieldType = field.getType().getSimpleName();
      if (fieldType.startsWith("ArrayOf")) {
        lists.put(field.getName(), entry(field.getType()));
      } else if (fieldType.startsWith("T")) {
        collect(field.getType(), lists);
      }
    }
  }

  private static String entry(Class<?> list) {
    return Stream.of(list.getDeclaredFields())
        .filter(field -> field.getType() == List.class)
        .map(Field::getName)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyListOfARequestIsKnown() {
    Map<String, String> lists = lists();
    assertTrue(lists.size() >= 10, lists::toString);
    lists.forEach(
        (list, entry) -> {
          assertEquals(entry, EncodedArray.entryName(list, "item"), list);
          assertTrue(EncodedArray.isEntry(entry), entry);
          assertFalse(EncodedArray.isEntry(list), list);
        });
  }

  @Test
  void whatIsNoListKeepsTheNamesItHas() {
    assertEquals("item", EncodedArray.entryName("somethingElse", "item"));
  }
}
