package org.bora.simulation.time;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.util.stream.StreamSupport;

/** Checks how classes set gRPC deadlines. Only one way is allowed, which is redirected. */
final class GrpcDeadlines {
  private static final String GRPC = "io/grpc/";
  private static final String AFTER = "withDeadlineAfter";

  private GrpcDeadlines() {}

  /**
   * Refuses a class that would set a deadline by the machine's clock.
   *
   * @throws IllegalStateException with the method that it calls
   */
  static void check(ClassModel model) {
    StreamSupport.stream(model.constantPool().spliterator(), false)
        .filter(MemberRefEntry.class::isInstance)
        .map(MemberRefEntry.class::cast)
        .filter(GrpcDeadlines::isOfTheMachine)
        .findFirst()
        .ifPresent(
            member -> {
              throw new IllegalStateException(
                  "%s.%s is not redirected; call CallOptions.withDeadlineAfter(long, TimeUnit)"
                      .formatted(member.owner().asInternalName(), member.name().stringValue()));
            });
  }

  private static boolean isOfTheMachine(MemberRefEntry member) {
    String owner = member.owner().asInternalName();
    String name = member.name().stringValue();
    if (name.equals(AFTER)) {
      return !owner.equals(GRPC + "CallOptions")
          || !member.type().stringValue().startsWith("(JLjava/util/concurrent/TimeUnit;)");
    }
    return owner.equals(GRPC + "Deadline") && name.equals("after");
  }
}
