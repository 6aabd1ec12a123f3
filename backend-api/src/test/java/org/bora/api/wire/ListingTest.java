package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.cbor.CBORMapper;

class ListingTest {
  private static final CBORMapper CBOR = new CBORMapper();

  /** As deep as a path of 4096 bytes can be. */
  private static final int DEEPEST = 2048;

  @Test
  void aTreeDeeperThanParsersNestArrivesWhole() {
    PathDetail tree = entry("bottom");
    for (int level = DEEPEST; level > 0; level--) {
      tree = entry("level" + level, entry("before"), tree, entry("after"));
    }

    PathDetail at = sent(LsReply.of(ReturnStatus.success(), List.of(tree))).details().getFirst();
    for (int level = 1; level <= DEEPEST; level++) {
      assertEquals("level" + level, at.path());
      assertEquals(
          List.of("before", "after"), names(at.children().getFirst(), at.children().getLast()));
      at = at.children().get(1);
    }
    assertEquals(entry("bottom"), at);
  }

  @Test
  void siblingsKeepTheirOrder() {
    var roots = new ArrayList<PathDetail>();
    for (int i = 0; i < 5; i++) {
      roots.add(entry("r" + i, entry("c1", entry("g")), entry("c2"), entry("c3")));
    }
    LsReply reply =
        new LsReply(ReturnStatus.of(SrmStatus.TOO_MANY_RESULTS), Optional.of("token"), roots);
    assertEquals(reply, sent(reply));
  }

  @Test
  void aListingIsCutIntoMessagesOfBoundedLength() {
    var children = new PathDetail[1000];
    Arrays.setAll(children, i -> entry("/vo/directory/a-file-with-a-usual-name-" + i));
    LsReply reply = LsReply.of(ReturnStatus.success(), List.of(entry("/vo", children)));
    List<byte[]> messages = messages(reply);
    assertEquals(5, messages.size());
    List<JsonNode> pages = messages.stream().map(CBOR::readTree).toList();
    pages.forEach(page -> assertTrue(page.get("entries").size() <= 250));
    assertEquals(1, pages.stream().filter(page -> page.has("status")).count());
    assertEquals(reply, sent(reply));
    LsReply empty = LsReply.of(ReturnStatus.of(SrmStatus.INVALID_PATH), List.of());
    assertEquals(1, messages(empty).size());
    assertEquals(empty, sent(empty));
  }

  @Test
  void whoeverSendsIsToldWhenNoMoreIsWanted() {
    int[] left = new int[1];
    LsReply reply = LsReply.of(ReturnStatus.success(), List.of(entry("/vo")));
    LsStream stream = Messages.listing(messages(reply).iterator(), () -> left[0]++);
    stream.next();
    assertEquals(0, left[0]);
    stream.close();
    assertEquals(1, left[0]);
  }

  private static List<byte[]> messages(LsReply reply) {
    List<byte[]> messages = new ArrayList<>();
    Messages.pages(reply).forEachRemaining(messages::add);
    return messages;
  }

  private static LsReply sent(LsReply reply) {
    return Messages.listing(messages(reply).iterator(), () -> {}).whole();
  }

  @Test
  void childrenThatAreNotThereAreRefused() {
    byte[] page = messages(LsReply.of(ReturnStatus.success(), List.of(entry("a")))).getFirst();
    for (int children : new int[] {1, Integer.MAX_VALUE, -1}) {
      ObjectNode lying = (ObjectNode) CBOR.readTree(page);
      ((ObjectNode) lying.get("entries").get(0)).put("children", children);
      List<byte[]> messages = List.of(CBOR.writeValueAsBytes(lying));
      assertThrows(
          MalformedMessage.class, () -> Messages.listing(messages.iterator(), () -> {}).whole());
    }
  }

  private static List<String> names(PathDetail... entries) {
    return List.of(entries).stream().map(PathDetail::path).toList();
  }

  private static PathDetail entry(String path, PathDetail... children) {
    return new PathDetail(path, ReturnStatus.success(), Optional.empty(), List.of(children));
  }
}
