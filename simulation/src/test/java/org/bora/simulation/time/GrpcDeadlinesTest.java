package org.bora.simulation.time;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GrpcDeadlinesTest {

  /** Sets a deadline as the product does. */
  private static final class InUnits implements Callable<CallOptions> {
    @Override
    public CallOptions call() {
      return CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS);
    }
  }

  private static final class AsDuration implements Callable<CallOptions> {
    @Override
    public CallOptions call() {
      return CallOptions.DEFAULT.withDeadlineAfter(Duration.ofSeconds(1));
    }
  }

  private static final class AsDeadline implements Callable<Deadline> {
    @Override
    public Deadline call() {
      return Deadline.after(1, TimeUnit.SECONDS);
    }
  }

  private static final class OfAContext implements Callable<Context> {
    @Override
    public Context call() {
      return Context.ROOT.withDeadlineAfter(1, TimeUnit.SECONDS, null);
    }
  }

  private static ClassModel model(Class<?> type) {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream bytes = type.getResourceAsStream(file)) {
      return ClassFile.of().parse(bytes.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void isRefused(Class<?> type, String method) {
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> GrpcDeadlines.check(model(type)));
    assertTrue(refused.getMessage().startsWith(method), refused.getMessage());
  }

  @Test
  void aClassWhoseDeadlinesWouldGoByTheMachineIsRefused() {
    assertDoesNotThrow(() -> GrpcDeadlines.check(model(InUnits.class)));
    isRefused(AsDuration.class, "io/grpc/CallOptions.withDeadlineAfter");
    isRefused(AsDeadline.class, "io/grpc/Deadline.after");
    isRefused(OfAContext.class, "io/grpc/Context.withDeadlineAfter");
  }
}
