package org.bora.backend.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.bora.backend.database.Transactions;
import org.bora.simulation.explore.Exploration;
import org.bora.simulation.explore.Stage;
import org.bora.simulation.sql.Pauses;
import org.bora.simulation.sql.SimulatedDatabase;
import org.bora.storage.posix.PosixDriver;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Area gates in every schedule of checks, calls and the end of a backend. */
class AreaGatesScheduleTest {
  private static final Duration EVERY = Duration.ofSeconds(2);

  @TempDir private Path directory;

  /** Statements run one after the other: only the gate itself is tested here. */
  private static final class AtOnce implements Pauses {
    @Override
    public void before(String process, String what) {}

    @Override
    public boolean await(BooleanSupplier condition, Duration most) {
      return condition.getAsBoolean();
    }

    @Override
    public void changed() {}
  }

  private final SimulatedDatabase database =
      new SimulatedDatabase(new AtOnce(), Clock.systemUTC(), new Random(1));

  private final List<AreaTree> opened = new ArrayList<>();
  private int closed;

  private AreaTree counted(AreaTree tree) {
    opened.add(tree);
    return (AreaTree)
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                closed++;
              }
              return method.invoke(tree, arguments);
            });
  }

  /** A backend as it starts; the area is known since the first run. */
  private AreaGate gate(Stage stage) {
    opened.clear();
    closed = 0;
    return new AreaGate(
        new AreaGate.AreaPlace(
            "vo", directory, new TreeMap<>(), () -> counted(new PosixDriver().open(directory))),
        claims(stage),
        stage.scheduler()::nanos);
  }

  private AreaClaims claims(Stage stage) {
    Transactions transactions =
        new Transactions(
            database.connect("one"),
            database.connectForTransactions("one"),
            stage.scheduler()::sleep,
            new Random(1),
            () -> false);
    return new AreaClaims(transactions, "one");
  }

  /** Whether a call is admitted. */
  private static boolean call(AreaGate gate) {
    try {
      return gate.tree().root().isAbsolute();
    } catch (StorageException withheld) {
      assertEquals(Reason.WITHHELD, withheld.reason());
      return false;
    }
  }

  @Test
  void whatIsToBeDoneFirstIsDoneBeforeTheFirstCall() {
    Exploration.upTo(2)
        .of(
            stage -> {
              AreaGate gate = gate(stage);
              boolean[] done = new boolean[1];
              gate.first(
                  () -> {
                    assertTrue(call(gate), "a step uses the area");
                    done[0] = true;
                  });
              stage.opens();
              stage.start("looks", gate::look);
              stage.start("calls", () -> assertTrue(!call(gate) || done[0], "a call before it"));
              stage.end();
              assertTrue(call(gate) && done[0]);
              gate.close();
            });
  }

  @Test
  void noCallComesInAfterTheEndAndNothingStaysOpen() {
    Exploration.upTo(1)
        .of(
            stage -> {
              AreaGate gate = gate(stage);
              stage.opens();
              stage.start("looks", gate::look);
              stage.start("looks too", gate::look);
              stage.start(
                  "ends",
                  () -> {
                    gate.close();
                    assertTrue(!call(gate), "a call after the end");
                  });
              stage.end();
              assertTrue(!call(gate), "served after the end");
              assertEquals(opened.size(), closed, "left open");
            });
  }

  @Test
  void anAreaIsLookedAtByOneAtATimeAndAgainAfterALookThatWasRefused() {
    Exploration.upTo(1)
        .of(
            stage -> {
              AreaGate gate = new AreaGate(nowhere(), claims(stage), stage.scheduler()::nanos);
              int[] asked = new int[1];
              int[] looking = new int[1];
              Executor executor =
                  look -> {
                    if (++asked[0] == 1) {
                      throw new RejectedExecutionException();
                    }
                    stage.start(
                        "look",
                        () -> {
                          assertEquals(1, ++looking[0]);
                          stage.scheduler().sleep(EVERY.plusSeconds(1));
                          look.run();
                          looking[0]--;
                        });
                  };
              ScheduledExecutorService timer = stage.scheduler().timer("scene");
              AutoCloseable watch = new AreaGates(List.of(gate)).watch(EVERY, timer, executor);
              stage.opens();
              stage.scheduler().sleep(EVERY.multipliedBy(6));
              watch.close();
              stage.end();
              assertTrue(asked[0] >= 3, "looked at no more");
              int before = asked[0];
              stage.scheduler().sleep(EVERY.multipliedBy(3));
              assertEquals(before, asked[0], "a look after the end");
            });
  }

  private AreaGate.AreaPlace nowhere() {
    return new AreaGate.AreaPlace(
        "vo",
        directory.resolve("none"),
        new TreeMap<>(),
        () -> {
          throw new StorageException(Reason.MISSING, "there is nothing");
        });
  }
}
