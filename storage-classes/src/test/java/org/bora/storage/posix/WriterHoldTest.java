package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which mounts of Lustre tell locks to other hosts (mount.lustre(8)). */
class WriterHoldTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rw,checksum,flock,user_xattr,lruresize | true
          rw,checksum,localflock,user_xattr      | false
          rw,checksum,noflock,user_xattr         | false
          rw                                     | false
          """)
  void onlyTheOptionFlockTellsLocksToOtherHosts(String options, boolean shared) {
    List<String> mounts =
        List.of(
            "/dev/sda1 / ext4 rw,flock 0 0",
            "10.0.0.1@tcp:/data /lustre lustre " + options + " 0 0",
            "10.0.0.1@tcp:/other /lustre2 lustre rw,flock 0 0");
    assertEquals(shared, WriterHold.lustreSharesLocks(mounts, "/lustre/bora/vo"));
  }

  @ParameterizedTest
  @CsvSource({"/lustre/inner/vo,true", "/lustre/innermost,false", "/elsewhere,false"})
  void theMountThatHoldsTheAreaCounts(String root, boolean shared) {
    List<String> mounts =
        List.of("fs:/a /lustre/inner lustre rw,flock 0 0", "fs:/b /lustre lustre rw 0 0");
    assertEquals(shared, WriterHold.lustreSharesLocks(mounts, root));
  }
}
