package org.bora.simulation.site;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.Catalogue;
import org.bora.api.put.PutFileStatus;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokensRequest;
import org.bora.api.word.SrmStatus;

/**
 * Status queries of a client about its puts (I11). An open put has the TURL that the client was
 * told. A put that has ended keeps its final status for as long as Bora knows it.
 */
final class Enquiries {
  private static final int KEPT = 6;
  private static final int OPEN_ONE_IN = 6;

  /** The database did not answer, or another backend is working on the put. */
  private static final Set<SrmStatus> LATER =
      Set.of(SrmStatus.INTERNAL_ERROR, SrmStatus.REQUEST_INPROGRESS);

  private final Asking asking;
  private final Client.Tools tools;
  private final Deque<Ended> ended = new ArrayDeque<>();

  /** A put of one file, and the final status that its client was told. */
  private record Ended(String token, SrmStatus told) {}

  Enquiries(Asking asking, Client.Tools tools) {
    this.asking = asking;
    this.tools = tools;
  }

  private void wrong(String what) {
    tools.report().wrong("I11", what);
  }

  private Optional<PutFileStatus> status(String token) {
    return asking
        .ask(Catalogue.STATUS_OF_PUT, new StatusRequest(token, List.of()))
        .filter(reply -> !LATER.contains(reply.status().code()))
        .flatMap(
            reply -> {
              if (reply.files().isEmpty()) {
                wrong("a put of " + asking.dn() + " is told as " + reply.status());
              }
              return reply.files().stream().findFirst();
            })
        .filter(file -> !LATER.contains(file.status().code()));
  }

  /** Sometimes checks a put that waits for its bytes. */
  void isOpen(String token, String turl, long end) {
    if (tools.choices().below(OPEN_ONE_IN) > 0 || turl.startsWith("file:")) {
      return;
    }
    Optional<PutFileStatus> file = status(token);
    if (file.isPresent() && tools.scheduler().nanos() < end) {
      SrmStatus code = file.get().status().code();
      if (code != SrmStatus.SPACE_AVAILABLE || !file.get().turl().equals(Optional.of(turl))) {
        wrong(
            "an open put of %s to %s is told as %s to %s"
                .formatted(asking.dn(), turl, file.get().status(), file.get().turl()));
      }
    }
  }

  /** The client was told how its put has ended. */
  void ends(String token, SrmStatus told) {
    ended.addLast(new Ended(token, told));
    if (ended.size() > KEPT) {
      ended.removeFirst();
    }
  }

  /** Asks about one of the last puts that have ended. */
  void act() {
    if (ended.isEmpty()) {
      return;
    }
    Ended one = List.copyOf(ended).get(tools.choices().below(ended.size()));
    if (tools.choices().below(2) == 0) {
      status(one.token())
          .filter(file -> file.status().code() != one.told())
          .ifPresent(
              file ->
                  wrong(
                      "a put of %s that was told as %s is told as %s"
                          .formatted(asking.dn(), one.told(), file.status())));
      return;
    }
    asking
        .ask(Catalogue.GET_REQUEST_SUMMARY, new TokensRequest(List.of(one.token())))
        .filter(reply -> reply.status().code() != SrmStatus.INTERNAL_ERROR)
        .ifPresent(reply -> reply.requests().forEach(summary -> summed(one, summary)));
  }

  private void summed(Ended one, RequestSummary summary) {
    boolean stored = one.told() == SrmStatus.SUCCESS;
    boolean fits =
        summary.status().code() == one.told()
            && summary.total().equals(OptionalInt.of(1))
            && summary.waiting().equals(OptionalInt.of(0))
            && summary.completed().equals(OptionalInt.of(stored ? 1 : 0));
    if (!fits && summary.status().code() != SrmStatus.INTERNAL_ERROR) {
      wrong(
          "a put of %s that was told as %s is summed up as %s"
              .formatted(asking.dn(), one.told(), summary));
    }
  }
}
