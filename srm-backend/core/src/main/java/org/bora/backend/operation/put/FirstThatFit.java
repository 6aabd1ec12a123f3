package org.bora.backend.operation.put;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bora.backend.allowance.Holding;
import org.bora.backend.request.AcceptedPut;

/** Distributes what is left among the files of a request, in their order. */
final class FirstThatFit {
  private FirstThatFit() {}

  /**
   * The files for which nothing is left.
   *
   * @param wanting files that want some of it, in their order
   * @param wanted how much each of them wants
   */
  static List<AcceptedPut> others(
      List<AcceptedPut> wanting, Function<AcceptedPut, Holding> wanted, Holding left) {
    long files = left.files();
    long bytes = left.bytes();
    List<AcceptedPut> others = new ArrayList<>();
    for (AcceptedPut row : wanting) {
      Holding want = wanted.apply(row);
      // a file that announced nothing takes no bytes, also where more is promised than there is
      if (want.files() <= files && want.bytes() <= Math.max(bytes, 0)) {
        files -= want.files();
        bytes -= want.bytes();
      } else {
        others.add(row);
      }
    }
    return others;
  }
}
