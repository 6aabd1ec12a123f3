package org.bora.backend.operation.copy;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.client.ClientSettings;
import org.bora.client.RemoteSurl;
import org.bora.client.SrmAnswer;
import org.bora.client.SrmClient;
import org.bora.client.SrmSession;
import org.bora.client.UnprovenSrmServer;
import org.bora.gridftp.control.ForbiddenPeer;
import org.bora.gridftp.control.HostAddresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls another SRM for one file, and interprets the answers. */
record RemoteCalls(
    SrmClient client,
    RemoteSurl file,
    SSLContext tls,
    ClientSettings settings,
    HostAddresses addresses,
    Errand errand) {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteCalls.class);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** The first call of a request, which returns its status. */
  @FunctionalInterface
  interface First {
    SrmAnswer ask() throws IOException;
  }

  /** A later call for the status of a request, by its token. */
  @FunctionalInterface
  interface Again {
    SrmAnswer ask(String token) throws IOException;
  }

  SrmSession session() {
    return client.session(
        file, tls, settings, (host, time) -> addresses.of(host, file.port(), time));
  }

  int secondsLeft() throws CopyRefused {
    return errand.secondsLeft().getAsInt();
  }

  /**
   * Polls until the other SRM is ready: after 1 s, then with growing intervals, up to 30 s.
   *
   * @param known gets the token as soon as there is one
   */
  Opened await(SrmSession session, First first, Again again, Consumer<String> known)
      throws CopyRefused, InterruptedException {
    Duration wait = SHORTEST;
    try (StopSignal.Held _ = errand.stop().cutting(session::abandon)) {
      SrmAnswer answer = first.ask();
      while (true) {
        switch (answer) {
          case SrmAnswer.Ready ready -> {
            known.accept(ready.token());
            return new Opened(Errand.url(ready.turl()), ready.size());
          }
          case SrmAnswer.Refused refused -> throw refusal(refused);
          case SrmAnswer.Queued queued -> {
            known.accept(queued.token());
            errand.left();
            errand.stop().pause(wait);
            wait = wait.multipliedBy(2).compareTo(LONGEST) < 0 ? wait.multipliedBy(2) : LONGEST;
            answer = again.ask(queued.token());
          }
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  CopyRefused failure(IOException e) {
    if (errand.stop().isRaised()) {
      return CopyRefused.stopped();
    }
    if (e instanceof UnprovenSrmServer) {
      LOG.info("copy {}: {}", errand.job().key(), e.getMessage());
      return new CopyRefused(
          SrmStatus.FAILURE,
          ForbiddenPeer.isCauseOf(e)
              ? "SRM "
                  + this
                  + ": this site does not copy with it; its administrator can allow it by copy.allow"
              : unproven());
    }
    return new CopyRefused(SrmStatus.FAILURE, e.getMessage());
  }

  /** No more, or a client could ask host by host and port by port what listens there. */
  private String unproven() {
    return "SRM %s: it cannot be reached, does not prove its name by a certificate that this site"
            .formatted(this)
        + " trusts, or does not accept the credential; the log of this site says which";
  }

  /** The same code for our client, if a file of a copy can have it. */
  CopyRefused refusal(SrmAnswer.Refused refused) {
    String who = "%s:%d: ".formatted(file.host(), file.port());
    String what = refused.reason().isEmpty() ? refused.code() : refused.reason();
    return new CopyRefused(ReturnStatus.of(code(refused.code()), who + what));
  }

  private static SrmStatus code(String text) {
    return switch (text) {
      case "SRM_INVALID_PATH" -> SrmStatus.INVALID_PATH;
      case "SRM_AUTHORIZATION_FAILURE", "SRM_AUTHENTICATION_FAILURE" ->
          SrmStatus.AUTHORIZATION_FAILURE;
      case "SRM_DUPLICATION_ERROR" -> SrmStatus.DUPLICATION_ERROR;
      case "SRM_FILE_BUSY" -> SrmStatus.FILE_BUSY;
      case "SRM_NO_FREE_SPACE" -> SrmStatus.NO_FREE_SPACE;
      case "SRM_NO_USER_SPACE" -> SrmStatus.NO_USER_SPACE;
      case "SRM_EXCEED_ALLOCATION" -> SrmStatus.EXCEED_ALLOCATION;
      case "SRM_FILE_LOST" -> SrmStatus.FILE_LOST;
      case "SRM_FILE_UNAVAILABLE" -> SrmStatus.FILE_UNAVAILABLE;
      case "SRM_NOT_SUPPORTED" -> SrmStatus.NOT_SUPPORTED;
      default -> SrmStatus.FAILURE;
    };
  }

  @Override
  public String toString() {
    return file.host() + ":" + file.port();
  }
}
