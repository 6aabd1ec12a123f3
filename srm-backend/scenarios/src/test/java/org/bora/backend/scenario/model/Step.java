package org.bora.backend.scenario.model;

import java.time.Duration;
import java.util.List;

/**
 * One thing that happens to a server: a call of one of its callers, a transfer, a moment that
 * passes. Requests are named by their number modulo how many there are, so that a sequence stays
 * meaningful when steps before are taken out of it.
 */
sealed interface Step {
  /** In the place of a caller: whose the request is. */
  int OWNER = -1;

  record PrepareToPut(int caller, List<String> names, boolean replace, boolean announce)
      implements Step {}

  /** What a GridFTP server does with the TURL of one file of a put. */
  record Write(int request, int file, String content) implements Step {}

  record PutDone(int caller, int request) implements Step {}

  record StatusOfPut(int caller, int request) implements Step {}

  record PrepareToGet(int caller, List<String> names) implements Step {}

  record StatusOfGet(int caller, int request) implements Step {}

  record ReleaseFiles(int caller, int request) implements Step {}

  record AbortRequest(int caller, int request) implements Step {}

  record AbortFile(int caller, int request, int file) implements Step {}

  record Rm(int caller, String name) implements Step {}

  record Ls(int caller, String name) implements Step {}

  record Pass(Duration time) implements Step {}

  record Sweep() implements Step {}

  /**
   * The backend dies while it does {@code step}: before or after it calls {@code point} of its
   * storage; another one carries on.
   */
  record Killed(Step step, String point, boolean after) implements Step {}
}
