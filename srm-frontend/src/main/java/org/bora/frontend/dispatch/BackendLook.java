package org.bora.frontend.dispatch;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.bora.api.wire.PeerCredentials;

/**
 * A check of a backend before a frontend is started, over the connection that the frontend would
 * use.
 *
 * @param backend host and port
 * @param serves whether a frontend could use it now
 * @param needsMending whether a file must be changed before it can be used
 * @param trouble why it cannot be used, and the remedy; empty if it can
 */
public record BackendLook(String backend, boolean serves, boolean needsMending, String trouble) {
  private static final Duration PATIENCE = Duration.ofSeconds(6);

  public BackendLook {
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(trouble, "trouble");
  }

  /**
   * Checks all of them at the same time; takes a few seconds if one does not answer.
   *
   * @throws IOException if a file of the credentials cannot be read
   * @throws GeneralSecurityException if its content cannot be used
   */
  public static List<BackendLook> at(DispatchSettings settings)
      throws IOException, GeneralSecurityException {
    PeerCredentials credentials = PeerCredentials.ofFrontend(settings.credentials());
    LinkTrouble troubles = new LinkTrouble(credentials::own, settings.service());
    List<ManagedChannel> channels =
        settings.backends().stream()
            .map(at -> BackendPool.channel(at, settings, credentials))
            .toList();
    try {
      List<CompletableFuture<Optional<Status>>> asked =
          channels.stream()
              .map(channel -> LinkProbe.ask(channel, settings.service(), PATIENCE))
              .toList();
      List<BackendLook> looks = new ArrayList<>();
      for (int i = 0; i < asked.size(); i++) {
        Optional<Status> failure = asked.get(i).join();
        looks.add(
            new BackendLook(
                channels.get(i).authority(),
                failure.isEmpty(),
                failure.filter(LinkTrouble::isOfTheConfiguration).isPresent(),
                failure.map(troubles::of).orElse("")));
      }
      return looks;
    } finally {
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }
}
