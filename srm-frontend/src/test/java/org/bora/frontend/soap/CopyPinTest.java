package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalInt;
import org.bora.contract.ArrayOfTExtraInfo;
import org.bora.contract.TExtraInfo;
import org.junit.jupiter.api.Test;

/** How long a copy on disk is to stay, as clients say it in storageSystemInfo. */
class CopyPinTest {

  private static ArrayOfTExtraInfo extras(String... keysAndValues) {
    ArrayOfTExtraInfo extras = new ArrayOfTExtraInfo();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      TExtraInfo extra = new TExtraInfo();
      extra.setKey(keysAndValues[at]);
      extra.setValue(keysAndValues[at + 1]);
      extras.getExtraInfoArray().add(extra);
    }
    return extras;
  }

  @Test
  void itsKeyIsFoundAmongOthersHoweverItIsWritten() {
    assertEquals(
        OptionalInt.of(3600),
        RequestFields.copyPin(extras("priority", "high", "copyPinLifeTime", " 3600 ")));
    assertEquals(OptionalInt.of(-1), RequestFields.copyPin(extras("CopyPinLifetime", "-1")));
  }

  @Test
  void whoSaysNothingWantsNothing() {
    ArrayOfTExtraInfo nil = extras("priority", "high");
    nil.getExtraInfoArray().add(null);
    assertEquals(OptionalInt.empty(), RequestFields.copyPin(null));
    assertEquals(OptionalInt.empty(), RequestFields.copyPin(nil));
    assertEquals(OptionalInt.empty(), RequestFields.copyPin(extras("CopyPinLifetime", null)));
  }

  @Test
  void whatIsNoNumberOfSecondsIsTheClientsMistake() {
    for (String wrong : new String[] {"1h", "-2", "99999999999"}) {
      assertThrows(
          MalformedRequest.class,
          () -> RequestFields.copyPin(extras("CopyPinLifetime", wrong)),
          wrong);
    }
  }

  @Test
  void theLongerOfTwoLifetimesCounts() {
    OptionalInt none = OptionalInt.empty();
    OptionalInt hour = OptionalInt.of(3600);
    OptionalInt day = OptionalInt.of(86_400);
    OptionalInt ever = OptionalInt.of(-1);
    assertEquals(none, RequestFields.longer(none, none));
    assertEquals(hour, RequestFields.longer(hour, none));
    assertEquals(hour, RequestFields.longer(none, hour));
    assertEquals(hour, RequestFields.longer(OptionalInt.of(0), hour));
    assertEquals(day, RequestFields.longer(hour, day));
    assertEquals(day, RequestFields.longer(day, hour));
    assertEquals(ever, RequestFields.longer(day, ever));
    assertEquals(ever, RequestFields.longer(ever, hour));
  }
}
