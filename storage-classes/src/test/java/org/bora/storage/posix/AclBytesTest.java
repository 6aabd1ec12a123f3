package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AclEntry;
import org.junit.jupiter.api.Test;

class AclBytesTest {
  /** What a kernel gave for a file of mode 0644 after {@code setfacl -m u:5:r}. */
  private static final String OF_A_KERNEL =
      "02000000"
          + "01000600ffffffff"
          + "0200040005000000"
          + "04000400ffffffff"
          + "10000400ffffffff"
          + "20000400ffffffff";

  @Test
  void theKernelsFormIsReadAndWritten() {
    Acl acl = Acl.ofMode(0644).withUser(5, 4);
    assertEquals(OF_A_KERNEL, HexFormat.of().formatHex(AclBytes.encode(acl)));
    assertEquals(Optional.of(acl), AclBytes.decode(HexFormat.of().parseHex(OF_A_KERNEL)));
  }

  @Test
  void manyEntriesAndLargeNumbersComeBack() {
    Acl acl =
        new Acl(
            7,
            List.of(new AclEntry((int) 4_000_000_000L, 1), new AclEntry(7, 2)),
            3,
            List.of(new AclEntry(9, 5), new AclEntry(8, 6)),
            OptionalInt.of(7),
            1);
    assertEquals(Optional.of(acl), AclBytes.decode(AclBytes.encode(acl)));
    assertEquals(7, acl.users().getFirst().id(), "numbers are unsigned, and in order");
  }

  @Test
  void whatIsNoListIsNotRead() {
    for (String wrong :
        List.of(
            "",
            "02000000",
            OF_A_KERNEL.replaceFirst("02", "03"),
            OF_A_KERNEL.substring(0, OF_A_KERNEL.length() - 2),
            OF_A_KERNEL.substring(0, OF_A_KERNEL.length() - 16),
            OF_A_KERNEL.replace("10000400ffffffff", ""),
            OF_A_KERNEL.replace("01000600", "40000600"),
            OF_A_KERNEL.replace("01000600", "01000900"))) {
      assertEquals(Optional.empty(), AclBytes.decode(HexFormat.of().parseHex(wrong)), wrong);
    }
  }
}
