package org.bora.frontend.gsi.door;

import jakarta.servlet.Servlet;
import java.util.Objects;
import java.util.function.Predicate;
import org.bora.frontend.gsi.Identity;

/**
 * What stands behind the door.
 *
 * @param servlet answers the requests, in whose attributes it finds the caller ({@link Identity})
 *     and what the caller delegated ({@link org.bora.frontend.gsi.Delegation}); started and stopped
 *     with the door
 * @param serves whether a caller is served at all; one who is not gets no key for a delegation.
 *     Asked on the threads that all clients share: must not wait
 */
public record Service(Servlet servlet, Predicate<Identity> serves) {

  public Service {
    Objects.requireNonNull(servlet, "servlet");
    Objects.requireNonNull(serves, "serves");
  }
}
