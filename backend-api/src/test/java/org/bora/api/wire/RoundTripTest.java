package org.bora.api.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whatever is sent arrives: each record through bytes and back, with many arbitrary values. */
class RoundTripTest {

  private static final int VALUES_EACH = 300;

  private static final Call SOME_CALL = new Samples(new Random(7)).of(Call.class);

  @TestFactory
  Stream<DynamicTest> everyQuestionArrivesAsItWasSent() {
    return Catalogue.ALL.stream()
        .map(operation -> DynamicTest.dynamicTest(operation.name(), () -> questions(operation)));
  }

  private static <Q> void questions(Operation<Q, ?> operation) {
    Samples samples = new Samples(new Random(20261120));
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < VALUES_EACH; i++) {
      Call call = samples.of(Call.class);
      Q sent = samples.of(operation.question());
      Asked<Q> arrived = Messages.asked(operation, Messages.question(operation, call, sent));
      assertEquals(sent, arrived.question());
      assertEquals(call, arrived.call(call.deadline()));
      seen.add(sent);
    }
    int components = operation.question().getRecordComponents().length;
    assertTrue(seen.size() > 3 || components == 0, () -> "hardly any different " + seen);
  }

  @TestFactory
  Stream<DynamicTest> everyAnswerArrivesAsItWasSent() {
    return Catalogue.ALL.stream()
        .map(operation -> DynamicTest.dynamicTest(operation.name(), () -> answers(operation)));
  }

  private static <R extends Reply> void answers(Operation<?, R> operation) {
    Samples samples = new Samples(new Random(20261120));
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < VALUES_EACH; i++) {
      R sent = samples.of(operation.answer());
      Reply arrived =
          sent instanceof LsReply listing
              ? Messages.listing(Messages.pages(listing), () -> {}).whole()
              : Messages.answered(operation, Messages.answer(operation, sent));
      assertEquals(sent, arrived);
      seen.add(sent);
    }
    assertTrue(seen.size() > 3, () -> "hardly any different " + seen);
  }

  @Test
  void aRepeatedCallSaysSo() {
    Samples samples = new Samples(new Random(3));
    for (Operation<?, ?> operation : Catalogue.ALL) {
      assertTrue(repeated(operation, samples), operation::name);
    }
  }

  private static <Q> boolean repeated(Operation<Q, ?> operation, Samples samples) {
    byte[] message =
        Messages.question(operation, SOME_CALL.again(), samples.of(operation.question()));
    return Messages.asked(operation, message).repeated();
  }
}
