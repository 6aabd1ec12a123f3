package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class S3TallyTest {
  @Test
  void requestsAreCountedByOperationAndCode() {
    S3Tally tally = new S3Tally();
    assertEquals(Map.of(), tally.counts());
    tally.served(Act.PUT_OBJECT);
    tally.served(Act.PUT_OBJECT);
    tally.refused(Act.PUT_OBJECT, "AccountProblem");
    tally.served(Act.GET_OBJECT);
    assertEquals(
        Map.of(
            new S3Tally.Kind("PutObject", "OK"), 2L,
            new S3Tally.Kind("PutObject", "AccountProblem"), 1L,
            new S3Tally.Kind("GetObject", "OK"), 1L),
        tally.counts());
  }
}
