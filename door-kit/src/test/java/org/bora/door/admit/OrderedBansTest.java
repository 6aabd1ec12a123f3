package org.bora.door.admit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.BackendFailure;
import org.bora.api.ban.BanCalls;
import org.bora.api.ban.BannedName;
import org.junit.jupiter.api.Test;

class OrderedBansTest {
  private static final BannedName EVE = new BannedName(BannedName.Kind.DN, "/CN=Eve", "order 1");
  private static final BannedName VO = new BannedName(BannedName.Kind.VO, "badvo", "order 2");

  @Test
  void whatChangesIsTakenAndSilenceKeepsWhatWasKnown() {
    AtomicReference<BanCalls> backend = new AtomicReference<>(() -> List.of(EVE, VO));
    List<BanSettings> taken = new ArrayList<>();
    OrderedBans bans = new OrderedBans(() -> backend.get().bans(), taken::add, _ -> {});

    assertThrows(BackendFailure.class, bans::kept, "nobody was asked yet");
    bans.look();
    bans.look();
    assertEquals(List.of(EVE, VO), bans.kept());
    assertEquals(1, taken.size(), "the same again is nothing new");
    assertEquals("/CN=Eve", taken.getFirst().dns().getFirst().pattern());
    assertEquals("order 2", taken.getFirst().vos().getFirst().origin());
    assertEquals(List.of(), taken.getFirst().authorities());

    backend.set(
        () -> {
          throw BackendFailure.notBegun("no backend");
        });
    bans.look();
    assertEquals(1, taken.size(), "nobody is let in because nobody can be asked");
    assertEquals(List.of(EVE, VO), bans.kept());

    backend.set(
        () -> {
          throw new IllegalStateException("the table cannot be read");
        });
    bans.look();
    assertEquals(1, taken.size(), "nor because something went wrong");

    backend.set(List::of);
    bans.look();
    assertEquals(BanSettings.defaults(), taken.getLast());
  }

  @Test
  void aTransferThatIsEndedIsNoBan() {
    String id = "5e1dd1ad-9b5c-4f16-8ee0-6b0b3f3f9a11";
    BannedName transfer = new BannedName(BannedName.Kind.TRANSFER, id, "ended by socket");
    List<BanSettings> taken = new ArrayList<>();
    List<String> ended = new ArrayList<>();
    OrderedBans bans = new OrderedBans(() -> List.of(transfer, EVE), taken::add, ended::add);

    bans.look();
    assertEquals(List.of(id), ended);
    assertEquals(List.of(EVE), bans.kept());
    bans.look();
    assertEquals(List.of(id, id), ended, "one that was begun at another door is there later");
    assertEquals(1, taken.size());
  }

  /** While no backend answers nothing is ended; the first answer after that has the order still. */
  @Test
  void aTransferThatIsEndedInASilenceEndsWhenThatIsOver() {
    String id = "5e1dd1ad-9b5c-4f16-8ee0-6b0b3f3f9a11";
    AtomicReference<BanCalls> backend = new AtomicReference<>(List::of);
    List<String> ended = new ArrayList<>();
    OrderedBans bans = new OrderedBans(() -> backend.get().bans(), _ -> {}, ended::add);
    bans.look();
    backend.set(
        () -> {
          throw BackendFailure.notBegun("no backend");
        });
    bans.look();
    assertEquals(List.of(), ended);

    backend.set(() -> List.of(new BannedName(BannedName.Kind.TRANSFER, id, "ended by socket")));
    bans.look();

    assertEquals(List.of(id), ended);
    assertEquals(List.of(), bans.kept());
  }
}
