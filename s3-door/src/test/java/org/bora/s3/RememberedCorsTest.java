package org.bora.s3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.bora.s3.cors.Cors;
import org.junit.jupiter.api.Test;

class RememberedCorsTest {
  private static final String HERE = "192.0.2.1";
  private static final String ORIGIN = "https://page.example.org";
  private static final String RULES = "r=&o=https%3A//page.example.org&m=GET";

  private final SetClock clock = new SetClock();
  private final KnownNotes notes = new KnownNotes();
  private final RememberedCors cors = door();

  /** What one door remembers. */
  private RememberedCors door() {
    return new RememberedCors(
        new Buckets(Map.of(), Optional.of(new Name("/buckets", true))), clock);
  }

  private Engine engine() {
    Caller caller = new Caller("/CN=a", "/CN=ca", List.of(), HERE);
    return new Engine(notes, () -> new Call(caller, Instant.MAX, "t"), "h");
  }

  private boolean allows(RememberedCors door, String bucket) throws Refused {
    Optional<Cors> rules = door.of(bucket, engine(), HERE);
    return rules.flatMap(known -> known.allowed(ORIGIN, "GET", List.of())).isPresent();
  }

  @Test
  void rulesAreAskedForOnceInHalfAMinute() throws Refused {
    notes.notes.put("/buckets/one", RULES);
    assertTrue(allows(cors, "one"));
    clock.pass(RememberedCors.KEPT.minusMillis(1));
    assertTrue(allows(cors, "one"));
    assertEquals(1, notes.asked.get());
    clock.pass(Duration.ofMillis(1));
    assertTrue(allows(cors, "one"));
    assertEquals(2, notes.asked.get());
  }

  @Test
  void aBucketThatIsNotThereIsRememberedAsLong() throws Refused {
    assertEquals(Optional.empty(), cors.of("none", engine(), HERE));
    notes.notes.put("/buckets/none", RULES);
    clock.pass(RememberedCors.KEPT.minusMillis(1));
    assertEquals(Optional.empty(), cors.of("none", engine(), HERE));
    assertEquals(1, notes.asked.get());
    clock.pass(Duration.ofMillis(1));
    assertEquals(true, assertAllowed("none"));
  }

  private boolean assertAllowed(String bucket) {
    try {
      return allows(cors, bucket);
    } catch (Refused e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFailureIsNotRemembered() {
    notes.notes.put("/buckets/one", RULES);
    notes.before =
        () -> {
          throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "no backend", null);
        };
    assertThrows(BackendFailure.class, () -> cors.of("one", engine(), HERE));
    notes.before = () -> {};
    assertTrue(assertAllowed("one"));
  }

  @Test
  void aBucketWithoutRulesAndOneWhoseNoteIsAnothersAllowNothing() throws Refused {
    notes.notes.put("/buckets/bare", "");
    notes.notes.put("/buckets/odd", "r=&o=%zz&m=DANCE");
    assertEquals(Optional.empty(), cors.of("bare", engine(), HERE));
    assertEquals(Optional.empty(), cors.of("odd", engine(), HERE));
  }

  /** The door that changes them is told to forget; another one asks when its time is over. */
  @Test
  void aChangeCountsHereAtOnceAndAtAnotherDoorAfterHalfAMinute() throws Refused {
    RememberedCors other = door();
    notes.notes.put("/buckets/one", RULES);
    assertTrue(allows(cors, "one"));
    clock.pass(Duration.ofSeconds(1));
    assertTrue(allows(other, "one"));
    notes.notes.put("/buckets/one", "");
    cors.forget("one");
    assertEquals(false, allows(cors, "one"));
    assertTrue(allows(other, "one"), "it has not heard of it");
    clock.pass(RememberedCors.KEPT);
    assertEquals(false, allows(other, "one"));
    notes.notes.put("/buckets/one", RULES);
    other.forget("one");
    assertTrue(allows(other, "one"));
  }

  @Test
  void anAnswerThatIsOnItsWayWhenTheRulesAreChangedIsNotRemembered() throws Refused {
    notes.notes.put("/buckets/one", RULES);
    notes.before = () -> cors.forget("one");
    assertTrue(allows(cors, "one"), "it was asked before the change");
    notes.before = () -> {};
    notes.notes.put("/buckets/one", "");
    assertEquals(false, allows(cors, "one"));
    notes.before = () -> cors.forget("new");
    assertEquals(Optional.empty(), cors.of("new", engine(), HERE));
    notes.before = () -> {};
    notes.notes.put("/buckets/new", RULES);
    assertTrue(allows(cors, "new"));
  }

  @Test
  void oneAddressHasFewQuestionsAtATimeAndOthersHaveRoom() throws Exception {
    CountDownLatch begun = new CountDownLatch(RememberedCors.MOST_OF_ADDRESS);
    CountDownLatch go = new CountDownLatch(1);
    notes.before =
        () -> {
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<Cors>>> waiting = new ArrayList<>();
      for (int n = 0; n < RememberedCors.MOST_OF_ADDRESS; n++) {
        String bucket = "bucket-" + n;
        String address = "2001:db8::" + n; // one network
        notes.notes.put("/buckets/" + bucket, RULES);
        waiting.add(threads.submit(() -> cors.of(bucket, engine(), address)));
      }
      begun.await();
      Refused full =
          assertThrows(Refused.class, () -> cors.of("one-more", engine(), "2001:db8::ffff"));
      assertEquals(Optional.of("SlowDown"), full.code());
      notes.notes.put("/buckets/other", RULES);
      Future<Optional<Cors>> other = threads.submit(() -> cors.of("other", engine(), HERE));
      go.countDown();
      assertTrue(other.get().isPresent());
      for (Future<Optional<Cors>> one : waiting) {
        assertTrue(one.get().isPresent());
      }
    }
    assertEquals(Optional.empty(), cors.of("one-more", engine(), HERE), "places are free again");
  }

  @Test
  void namesThatAClientMakesUpPushOutNoRules() throws Refused {
    notes.notes.put("/buckets/one", RULES);
    assertTrue(allows(cors, "one"));
    for (int n = 0; n <= RememberedCors.MOST_MISSING; n++) {
      assertEquals(Optional.empty(), cors.of("made-up-" + n, engine(), "192.0.2.2"));
    }
    int before = notes.asked.get();
    assertTrue(allows(cors, "one"));
    assertEquals(before, notes.asked.get());
    cors.of("made-up-0", engine(), HERE);
    assertEquals(before + 1, notes.asked.get(), "those are bounded too");
  }

  @Test
  void aBucketThatHasBeenMadeIsForgottenToBeMissing() throws Refused {
    assertEquals(Optional.empty(), cors.of("new", engine(), HERE));
    notes.notes.put("/buckets/new", RULES);
    cors.forget("new");
    assertTrue(allows(cors, "new"));
  }

  @Test
  void whatWasUsedLongestAgoLeavesFirst() throws Refused {
    for (int n = 0; n < 1000; n++) {
      notes.notes.put("/buckets/bucket-" + n, RULES);
      assertTrue(allows(cors, "bucket-" + n));
    }
    assertTrue(allows(cors, "bucket-0"));
    assertEquals(1000, notes.asked.get());
    notes.notes.put("/buckets/one-more", RULES);
    assertTrue(allows(cors, "one-more"));
    assertTrue(allows(cors, "bucket-0"));
    assertEquals(1001, notes.asked.get(), "it was used last");
    assertTrue(allows(cors, "bucket-1"));
    assertEquals(1002, notes.asked.get());
  }
}
