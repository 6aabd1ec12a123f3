package org.bora.http;

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
  private final Redirects redirects = new Redirects(Optional.of(OWN), here::get, new Random(1));

  @Test
  void noClientIsSentToADoorThatHasHardlyLessToDo() {
    redirects.know(List.of(new DoorLoad(OWN, 0), new DoorLoad(OTHER, 3)));
    here.set(3 + Redirects.WORTH - 1);
    assertEquals(Optional.empty(), redirects.elsewhere());
    here.set(3 + Redirects.WORTH);
    assertEquals(Optional.of(OTHER), redirects.elsewhere());
  }

  @Test
  void aClientThatWasSentThereCountsUntilTheNextList() {
    redirects.know(List.of(new DoorLoad(OTHER, 0)));
    here.set(Redirects.WORTH);
    assertEquals(Optional.of(OTHER), redirects.elsewhere());
    assertEquals(Optional.empty(), redirects.elsewhere());
    redirects.know(List.of(new DoorLoad(OTHER, 0)));
    assertEquals(Optional.of(OTHER), redirects.elsewhere());
  }

  @Test
  void equalsTakeTurnsAndTheLeastLoadedIsChosen() {
    redirects.know(List.of(new DoorLoad(OTHER, 0), new DoorLoad(THIRD, 0)));
    here.set(10);
    assertNotEquals(redirects.elsewhere(), redirects.elsewhere());
    redirects.know(List.of(new DoorLoad(OTHER, 5), new DoorLoad(THIRD, 0)));
    assertEquals(Optional.of(THIRD), redirects.elsewhere());
  }

  @Test
  void aDoorThatIsLeftOutGetsNoClient() {
    redirects.know(List.of(new DoorLoad(OTHER, 0)));
    redirects.know(List.of());
    here.set(100);
    assertEquals(Optional.empty(), redirects.elsewhere());
  }

  @Test
  void withoutANameOfItsOwnADoorTakesNoPart() {
    Redirects off = new Redirects(Optional.empty(), () -> 100, new Random(1));
    off.know(List.of(new DoorLoad(OTHER, 0)));
    assertEquals(Optional.empty(), off.elsewhere());
    assertEquals(Optional.empty(), off.load());
  }
}
