package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.bora.api.BackendFailure;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Member;
import org.bora.backend.operation.directory.Mv;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The names of a rename are its backend's for as long as others leave its stay alone. The clock of
 * the area stands still: no claim ends by time.
 */
@Timeout(120)
abstract class GoneMoverSuite extends MoveBench {
  /** Looks after which a stay without beats is given up, and one more. */
  private static final int SILENCE = 8;

  private Member mover;
  private Member witness;

  @BeforeEach
  void join() throws Exception {
    mover = new Member(settings, "the mover");
    witness = new Member(settings, "the witness");
  }

  @AfterEach
  void leave() throws Exception {
    mover.close();
    witness.close();
  }

  private SmallSite moving(AreaTree tree) {
    return new SmallSite(mover.database(), tree, time);
  }

  /** It hangs meanwhile; its next beat finds that out. */
  private void giveUpTheMover() {
    try {
      mover.pass(Duration.ofSeconds(3));
      witness.rounds(SILENCE);
      mover.rounds(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void diesBeforeItRenames(String from, String to) {
    AreaTree mortal =
        tree(
            "rename",
            false,
            () -> {
              throw new Dead();
            });
    assertThrows(Dead.class, () -> mv(moving(mortal), from, to));
  }

  @Test
  void theNamesOfAFileAreFreeWhenItsMoverIsGivenUp() throws Exception {
    stored(other, "a", "old");
    diesBeforeItRenames("a", "b");
    giveUpTheMover();
    stored(other, "a", "newer");
    stored(other, "b", "another");
    assertExact(Map.of("a", "newer", "b", "another"));
  }

  @Test
  void theNamesOfADirectoryAreFreeWhenItsMoverIsGivenUp() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "old");
    diesBeforeItRenames("d", "e");
    giveUpTheMover();
    stored(other, "d/a", "newer");
    assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"));
    assertExact(Map.of("e/a", "newer"));
  }

  @Test
  void theBooksFollowADirectoryWhoseMoverIsGivenUpAfterTheRename() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "old");
    AreaTree mortal =
        tree(
            "rename",
            true,
            () -> {
              throw new Dead();
            });
    assertThrows(Dead.class, () -> mv(moving(mortal), "d", "e"));
    giveUpTheMover();
    stored(other, "e/b", "newer");
    assertExact(Map.of("e/a", "old", "e/b", "newer"));
  }

  @Test
  void aMoverThatBeatsKeepsItsNames() throws Exception {
    stored(other, "a", "old");
    diesBeforeItRenames("a", "b");
    for (int look = 0; look < 2 * SILENCE; look++) {
      mover.rounds(1);
      witness.rounds(1);
    }
    PutReply reply = begun(other, "a", "newer");
    assertThrows(BackendFailure.class, () -> done(other, reply, "a"));
  }

  /** Its lease is over before others may give it up; the claim in the database is not. */
  @Test
  void aMoverThatHungRenamesNothingWhenItWakes() throws Exception {
    stored(other, "a", "old");
    SmallSite late = moving(guarded(other.tree));
    Mv mv =
        new Mv(
            late.entrance,
            late.names,
            _ -> {
              giveUpTheMover();
              stored(other, "b", "acknowledged");
            });
    assertEquals(
        SrmStatus.INTERNAL_ERROR,
        mv.mv(late.call(ALICE), new MvRequest(surl("a"), surl("b"))).status().code());
    assertExact(Map.of("a", "old", "b", "acknowledged"));
  }
}
