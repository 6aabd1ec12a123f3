package org.bora.server.process;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends a process: by SIGTERM first, then by SIGKILL. */
public record Ending(Duration patience) {

  public Ending {
    Objects.requireNonNull(patience, "patience");
  }

  /**
   * Ends the process and everything below it; returns when all of it is gone. Blocks for up to the
   * patience and a few seconds more.
   *
   * @return whether it went by itself when asked
   */
  public boolean end(ProcessIdentity process) throws InterruptedException {
    ProcessHandle handle = process.handle().orElse(null);
    if (handle == null) {
      return true;
    }
    List<ProcessIdentity> below = identities(handle);
    handle.destroy();
    boolean gentle = awaitExit(handle, patience);
    if (!gentle) {
      process.handle().ifPresent(ProcessHandle::destroyForcibly);
      awaitExit(handle, Duration.ofSeconds(5));
    }
    for (ProcessIdentity child : below) {
      child.handle().ifPresent(ProcessHandle::destroyForcibly);
    }
    return gentle;
  }

  private static List<ProcessIdentity> identities(ProcessHandle parent) {
    return parent.descendants().flatMap(child -> ProcessIdentity.of(child.pid()).stream()).toList();
  }

  private static boolean awaitExit(ProcessHandle handle, Duration patience)
      throws InterruptedException {
    CompletableFuture<ProcessHandle> exit = handle.onExit();
    try {
      exit.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException still) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot wait for process " + handle.pid(), e);
    }
  }
}
