package org.bora.server.wire;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Objects;
import org.bora.api.Backend;
import org.bora.door.admit.Acquainting;
import org.bora.door.admit.AdmissionSettings;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.InTurn;
import org.bora.door.admit.poll.SharedPolls;
import org.bora.door.admit.turn.FairTurns;
import org.bora.door.admit.turn.RetryTimes;
import org.bora.server.config.Configuration;
import org.bora.server.metrics.FrontendView;
import org.bora.server.status.CallState;

/**
 * The two steps of admission: who may call, and when a call gets its turn at the backend.
 *
 * @param polls combines equal status polls
 */
record Gates(BoundedAdmission admission, FairTurns turns, SharedPolls polls) {

  Gates {
    Objects.requireNonNull(admission, "admission");
    Objects.requireNonNull(turns, "turns");
    Objects.requireNonNull(polls, "polls");
  }

  static Gates of(Configuration configuration) {
    Clock clock = Clock.systemUTC();
    AdmissionSettings settings = configuration.frontend().admission();
    RetryTimes retries = new RetryTimes(new SecureRandom());
    return new Gates(
        new BoundedAdmission(settings, clock, retries),
        new FairTurns(settings.turns(), clock, System::nanoTime, retries),
        new SharedPolls(clock));
  }

  /** What can be counted of it. */
  FrontendView.Admission view() {
    return new FrontendView.Admission(admission, turns, polls);
  }

  /** A backend with fair turns. */
  Backend before(Backend backend) {
    return new InTurn(new Acquainting(backend, admission::served), turns, polls);
  }

  /** The calls that there are. */
  CallState state() {
    return CallState.of(admission.callsInProgress(), turns.figures(), polls.shared());
  }

  /** What other settings change of it. */
  Reload.Part part() {
    return next ->
        () -> {
          AdmissionSettings settings = next.frontend().admission();
          admission.change(settings);
          turns.change(settings.turns());
        };
  }
}
