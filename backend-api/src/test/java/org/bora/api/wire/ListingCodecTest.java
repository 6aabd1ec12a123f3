package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.PathDetail;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.word.ReturnStatus;
import org.junit.jupiter.api.Test;

class ListingCodecTest {

  /** As deep as a path of 4096 bytes can be. */
  private static final int DEEPEST = 2048;

  @Test
  void aTreeDeeperThanParsersNestArrivesWhole() throws InvalidProtocolBufferException {
    PathDetail tree = entry("bottom");
    for (int level = DEEPEST; level > 0; level--) {
      tree = entry("level" + level, entry("before"), tree, entry("after"));
    }
    byte[] bytes =
        DirectoryCodec.toWire(LsReply.of(ReturnStatus.success(), List.of(tree))).toByteArray();

    LsReply received = DirectoryCodec.fromWire(DirectoryProto.LsReply.parseFrom(bytes));

    PathDetail at = received.details().getFirst();
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
    assertEquals(roots, ListingCodec.fromWire(ListingCodec.toWire(roots)));
  }

  @Test
  void childrenThatAreNotThereAreRefused() {
    var one = ListingCodec.toWire(List.of(entry("a"))).getFirst();
    for (int children : new int[] {1, Integer.MAX_VALUE, -1}) {
      var lying = one.toBuilder().setChildren(children).build();
      assertThrows(MalformedMessage.class, () -> ListingCodec.fromWire(List.of(lying)));
    }
  }

  private static List<String> names(PathDetail... entries) {
    return List.of(entries).stream().map(PathDetail::path).toList();
  }

  private static PathDetail entry(String path, PathDetail... children) {
    return new PathDetail(path, ReturnStatus.success(), Optional.empty(), List.of(children));
  }
}
