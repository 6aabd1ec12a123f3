package org.bora.backend.scenario.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random sequences of steps: three callers, five names, and a backend that dies now and then. */
final class StepSource {
  static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
  static final int CALLERS = 3;

  private static final int REQUESTS = 12;
  private static final List<String> CONTENTS = List.of("five.", "three", "longer");

  private final Random random;

  StepSource(long seed) {
    random = new Random(seed);
  }

  List<Step> sequence(int length) {
    List<Step> steps = new ArrayList<>();
    while (steps.size() < length) {
      steps.add(random.nextInt(100) < 12 ? killed() : step());
    }
    return steps;
  }

  private Step step() {
    return switch (random.nextInt(20)) {
      case 0, 1, 2 -> put();
      case 3, 4, 5 -> new Step.Write(request(), random.nextInt(2), content());
      case 6, 7, 8 -> new Step.PutDone(owner(), request());
      case 9 -> new Step.StatusOfPut(owner(), request());
      case 10, 11 -> new Step.PrepareToGet(caller(), names());
      case 12 -> new Step.StatusOfGet(owner(), request());
      case 13 -> new Step.ReleaseFiles(owner(), request());
      case 14 -> new Step.AbortRequest(owner(), request());
      case 15 -> new Step.AbortFile(owner(), request(), random.nextInt(2));
      case 16 -> new Step.Rm(caller(), name());
      case 17 -> new Step.Ls(caller(), name());
      case 18 -> new Step.Pass(Duration.ofSeconds(random.nextInt(4) == 0 ? 601 : 40));
      default -> random.nextInt(3) == 0 ? new Step.Sweep() : new Step.Ls(caller(), name());
    };
  }

  private Step put() {
    return new Step.PrepareToPut(caller(), names(), random.nextBoolean(), random.nextBoolean());
  }

  private Step killed() {
    boolean after = random.nextBoolean();
    return switch (random.nextInt(3)) {
      case 0 -> new Step.Killed(put(), "beginUpload", after);
      case 1 -> new Step.Killed(new Step.PutDone(owner(), request()), "sealUpload", after);
      default -> new Step.Killed(new Step.PutDone(owner(), request()), "publishUpload", after);
    };
  }

  private int caller() {
    return random.nextInt(CALLERS);
  }

  /** Mostly whose the request is; strangers are answered alike whatever they ask. */
  private int owner() {
    return random.nextInt(8) == 0 ? caller() : Step.OWNER;
  }

  /** The latest requests are the interesting ones; some are old. */
  private int request() {
    return random.nextBoolean() ? random.nextInt(3) : random.nextInt(REQUESTS);
  }

  private String name() {
    return NAMES.get(Math.min(random.nextInt(NAMES.size()), random.nextInt(NAMES.size())));
  }

  private List<String> names() {
    String first = name();
    String second = name();
    return first.equals(second) ? List.of(first) : List.of(first, second);
  }

  private String content() {
    return CONTENTS.get(random.nextInt(CONTENTS.size()));
  }
}
