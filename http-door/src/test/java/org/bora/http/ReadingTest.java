package org.bora.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.bora.api.word.FileLocality;
import org.bora.door.http.Refused;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that cannot be read, for callers who may read (503) and callers who may look (403). */
class ReadingTest {

  @ParameterizedTest
  @ValueSource(ints = {403, 503})
  void aLostFileIsGoneAndAnUnavailableOneMayComeBack(int opening) {
    Refused refusal = new Refused(opening, "not opened");
    assertEquals(410, Reading.unreadable(FileLocality.LOST, refusal).status());
    Refused away = Reading.unreadable(FileLocality.UNAVAILABLE, refusal);
    assertEquals(503, away.status());
    assertEquals(new Refused(503, "").retryIn(), away.retryIn());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"LOST", "UNAVAILABLE"},
      mode = EnumSource.Mode.EXCLUDE)
  void ofOtherFilesTheRefusalStays(FileLocality locality) {
    Refused refusal = new Refused(503, "no backend answers");
    assertSame(refusal, Reading.unreadable(locality, refusal));
  }
}
