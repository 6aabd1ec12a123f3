package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.figures.DoorLoad;
import org.junit.jupiter.api.Test;

/** Which clients a door sends to which other door. */
class RedirectsTest {
  private static final String OWN = "https://door1:8443";
  private static final String OTHER = "https://door2:8443";
  private static final String THIRD = "https://door3:8443";

  private final AtomicInteger here = new AtomicInteger();
  private final Redirects redirects =
      new Redirects(Optional.of(OWN), Optional.empty(), here::get, new Random(1));

  private static DoorLoad load(String address, int transfers) {
    return new DoorLoad(address, transfers, Optional.empty());
  }

  @Test
  void noClientIsSentToADoorThatHasHardlyLessToDo() {
    redirects.know(List.of(load(OWN, 0), load(OTHER, 3)));
    here.set(3 + Redirects.WORTH - 1);
    assertEquals(Optional.empty(), redirects.elsewhere());
    here.set(3 + Redirects.WORTH);
    assertEquals(Optional.of(OTHER), redirects.elsewhere());
  }

  @Test
  void aClientThatWasSentThereCountsUntilTheNextList() {
    redirects.know(List.of(load(OTHER, 0)));
    here.set(Redirects.WORTH);
    assertEquals(Optional.of(OTHER), redirects.elsewhere());
    assertEquals(Optional.empty(), redirects.elsewhere());
    redirects.know(List.of(load(OTHER, 0)));
    assertEquals(Optional.of(OTHER), redirects.elsewhere());
  }

  @Test
  void equalsTakeTurnsAndTheLeastLoadedIsChosen() {
    redirects.know(List.of(load(OTHER, 0), load(THIRD, 0)));
    here.set(10);
    assertNotEquals(redirects.elsewhere(), redirects.elsewhere());
    redirects.know(List.of(load(OTHER, 5), load(THIRD, 0)));
    assertEquals(Optional.of(THIRD), redirects.elsewhere());
  }

  @Test
  void aDoorThatIsLeftOutGetsNoClient() {
    redirects.know(List.of(load(OTHER, 0)));
    redirects.know(List.of());
    here.set(100);
    assertEquals(Optional.empty(), redirects.elsewhere());
  }

  @Test
  void withoutANameOfItsOwnADoorTakesNoPart() {
    Redirects off = new Redirects(Optional.empty(), Optional.empty(), () -> 100, new Random(1));
    off.know(List.of(load(OTHER, 0)));
    assertEquals(Optional.empty(), off.elsewhere());
    assertEquals(Optional.empty(), off.load());
  }

  @Test
  void aClientOfS3IsSentToADoorThatServesIt() {
    String objects = "https://door3:9000";
    redirects.know(List.of(load(OTHER, 0), new DoorLoad(THIRD, 1, Optional.of(objects))));
    here.set(4);
    assertEquals(Optional.empty(), redirects.elsewhereByS3(), "it has hardly less to do");
    here.set(5);
    assertEquals(Optional.of(objects), redirects.elsewhereByS3());
    assertEquals(Optional.empty(), redirects.elsewhereByS3(), "a client more is there");
  }
}
