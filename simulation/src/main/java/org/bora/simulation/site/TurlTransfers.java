package org.bora.simulation.site;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutReply;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse.Step;
import org.bora.api.word.SrmStatus;

/** Transfers by HTTPS URLs: the client's requests, and the door's calls for them. */
final class TurlTransfers {
  private static final int ATTEMPTS = 4;
  private static final int LONGEST_GAP_MILLIS = 60_000;

  private final String label;
  private final Asking asking;
  private final DoorCalls calls;
  private final Client.Tools tools;
  private final Puts puts;
  private final Reads reads;
  private int transfers;

  TurlTransfers(
      String label, Asking asking, DoorCalls calls, Client.Tools tools, Puts puts, Reads reads) {
    this.label = label;
    this.asking = asking;
    this.calls = calls;
    this.tools = tools;
    this.puts = puts;
    this.reads = reads;
  }

  private int dice(int bound) {
    return tools.choices().below(bound);
  }

  private DoorCalls.Transfer transfer(boolean writes, String token, Name name) {
    UUID attempt = new UUID(label.hashCode(), ++transfers);
    return new DoorCalls.Transfer(writes, token, name.path(), attempt.toString());
  }

  /** Repeats a step that was not answered; empty if this did not help. */
  private Optional<TurlReply> step(
      DoorCalls.Transfer transfer, Step step, long bytes, boolean whole) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<TurlReply> reply = calls.use(transfer, step, bytes, whole);
      if (reply.isPresent() && reply.get().status().code() != SrmStatus.INTERNAL_ERROR) {
        return reply;
      }
      tools.scheduler().sleep(Duration.ofMillis(dice(5_000)));
    }
    return Optional.empty();
  }

  private static boolean succeeds(Optional<TurlReply> reply) {
    return reply.filter(told -> told.status().code() == SrmStatus.SUCCESS).isPresent();
  }

  void write(Name name) {
    int pin = tools.conditions().pinSeconds(tools.choices());
    long end = puts.endOf(pin);
    Optional<PutReply> reply = calls.begin(List.of(name.path()), pin, DoorCalls.HTTPS);
    Optional<Puts.Open> begun =
        puts.begun(
            name,
            reply.flatMap(PutReply::token),
            reply.flatMap(told -> told.files().stream().findFirst()),
            end);
    if (begun.isEmpty()) {
      return;
    }
    puts.isOpen(name, true);
    Puts.Open open = begun.get();
    boolean broken = dice(5) == 0;
    boolean written = (!broken || upload(name, open, true)) && upload(name, open, false);
    if (!written) {
      puts.abort(name, open);
      return;
    }
    puts.isOpen(name, true);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<SrmStatus> told = asking.done(open.token(), name.path(), end);
      if (told.isPresent() && told.get() != SrmStatus.INTERNAL_ERROR) {
        concluded(name, open, told.get());
        return;
      }
    }
  }

  /**
   * Checks an answer to the end of a put. A late start of an earlier attempt may conflict with the
   * last one, so a refusal is allowed. A stored file has the content that was written.
   */
  private void concluded(Name name, Puts.Open open, SrmStatus told) {
    switch (told) {
      case SUCCESS, DUPLICATION_ERROR ->
          name.isStored(tools.disk().leftOf(open.turl()).orElse(open.content()));
      case FILE_BUSY -> {} // the previous call is still in progress
      default -> puts.abort(name, open);
    }
  }

  /**
   * Makes one attempt.
   *
   * @param broken whether it breaks off in the middle
   */
  private boolean upload(Name name, Puts.Open open, boolean broken) {
    DoorCalls.Transfer transfer = transfer(true, open.token(), name);
    int cuts = tools.disk().powerCuts();
    Optional<TurlReply> begun = step(transfer, Step.BEGIN, 0, false);
    if (!succeeds(begun) || tools.disk().powerCuts() > cuts) {
      return false;
    }
    String file = begun.get().file().orElseThrow();
    String content = broken ? puts.content() : open.content();
    int half = dice(content.length());
    tools.disk().append(file, content.substring(0, half));
    if (dice(4) == 0) {
      doneTooEarly(name, open);
    }
    tools.scheduler().sleep(Duration.ofMillis(dice(dice(4) > 0 ? 2_000 : LONGEST_GAP_MILLIS)));
    if (dice(3) == 0 && !succeeds(step(transfer, Step.RENEW, 0, false))) {
      return false;
    }
    if (tools.disk().powerCuts() > cuts) {
      return false;
    }
    if (broken) {
      return succeeds(step(transfer, Step.END, 0, false));
    }
    tools.disk().append(file, content.substring(half));
    name.publishes(content);
    return succeeds(step(transfer, Step.END, content.length(), true))
        && tools.disk().powerCuts() == cuts;
  }

  /** A client that does not wait for its transfer publishes nothing. */
  private void doneTooEarly(Name name, Puts.Open open) {
    if (asking.done(open.token(), name.path()).equals(Optional.of(SrmStatus.SUCCESS))) {
      puts.wrong("I2", name + ", and srmPutDone succeeds while its upload goes on");
    }
  }

  void read(Name name) {
    Optional<GetReply> reply = calls.getOverHttps(name.path());
    if (reply.isEmpty() || reply.get().files().isEmpty()) {
      return;
    }
    boolean pinned =
        reads.isThere(name, reply.get().files().getFirst().status())
            && reply.get().token().isPresent();
    if (!pinned) {
      return;
    }
    DoorCalls.Transfer transfer = transfer(false, reply.get().token().get(), name);
    Optional<TurlReply> looked = step(transfer, Step.LOOK, 0, false);
    if (succeeds(looked) && succeeds(step(transfer, Step.BEGIN, 0, true))) {
      reads.seen(
          name,
          tools.disk().read(looked.get().file().orElseThrow()).orElse(Name.ABSENT),
          "a read by a transfer URL");
      step(transfer, Step.END, 0, true);
    }
    if (dice(2) == 0) {
      asking.release(reply.get());
    }
  }
}
