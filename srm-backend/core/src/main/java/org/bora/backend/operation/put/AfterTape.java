package org.bora.backend.operation.put;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bora.api.Backend;
import org.bora.api.BackendFailure;
import org.bora.api.Operation;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.SurlStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.locate.Locator;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.PutFiles;
import org.bora.backend.request.PutLookup;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backend for areas whose srmPutDone answers only when the file is on tape. The call waits for
 * the tape copy. If there is none in time, the status is still SRM_SUCCESS, with an explanation:
 * the file is stored, and any other status would make gfal and ARC remove it (docs/adr/0018). A
 * repeated srmPutDone continues to wait. Without such areas it does nothing.
 */
public final class AfterTape implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(AfterTape.class);

  /** Part of the explanation of a file whose copy is still being written. */
  public static final String NOT_YET = "its copy on tape is not written yet";

  private final Backend inner;
  private final Waiting waiting;
  private final PutLookup lookup;
  private final MigrationTable migrations = new MigrationTable();

  /** What the wait needs. */
  public record Waiting(
      Transactions transactions,
      Locator locator,
      TokenSource tokens,
      Predicate<String> asked,
      AfterTapeSettings settings,
      Runnable wake,
      Transactions.Pause pause) {

    /**
     * @param asked whether an area of this name requires it
     * @param wake begins migration soon: files with waiting callers do not wait for others
     * @param pause waits between two checks
     */
    public Waiting {
      Objects.requireNonNull(transactions, "transactions");
      Objects.requireNonNull(locator, "locator");
      Objects.requireNonNull(tokens, "tokens");
      Objects.requireNonNull(asked, "asked");
      Objects.requireNonNull(settings, "settings");
      Objects.requireNonNull(wake, "wake");
      Objects.requireNonNull(pause, "pause");
    }

    private boolean isAfterTape(String area) {
      return asked.test(area)
          && locator
              .area(area)
              .filter(found -> found.keeping().storageClass().onTape())
              .isPresent();
    }

    private boolean isAnywhere() {
      return locator.areas().stream().anyMatch(area -> isAfterTape(area.name()));
    }
  }

  private AfterTape(Backend inner, Waiting waiting) {
    this.inner = inner;
    this.waiting = waiting;
    this.lookup = new PutLookup(waiting.transactions(), new PutTable(), waiting.locator());
  }

  /** Around {@code inner}, where an area asks for it. */
  public static Backend of(Backend inner, Waiting waiting) {
    return waiting.isAnywhere() ? new AfterTape(inner, waiting) : inner;
  }

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    R reply = inner.call(operation, call, question);
    return question instanceof PutDoneRequest done && reply instanceof SurlStatusesReply stored
        ? operation.answer().cast(after(call, done, stored))
        : reply;
  }

  private SurlStatusesReply after(Call call, PutDoneRequest request, SurlStatusesReply reply) {
    if (reply.files().stream().map(SurlStatus::status).noneMatch(AfterTape::isStored)) {
      return reply;
    }
    try {
      return switch (lookup.find(call.caller(), request.token())) {
        case PutLookup.Found.No _ -> reply;
        case PutLookup.Found.Yes(PutFiles put) -> waited(call, reply, stored(put));
      };
    } catch (BackendFailure e) {
      LOG.warn("put {} is stored, but the wait for its tape copies failed", request.token(), e);
      return unwaited(reply);
    }
  }

  /**
   * The files are stored, so the call does not fail. What became of their tape copies is unknown.
   */
  private static SurlStatusesReply unwaited(SurlStatusesReply reply) {
    return new SurlStatusesReply(
        reply.status(),
        reply.files().stream()
            .map(
                file ->
                    file.status().code() == SrmStatus.SUCCESS
                        ? new SurlStatus(file.surl(), answer(file.status(), true))
                        : file)
            .toList());
  }

  /** The file was stored by this call, or by an earlier one that this call repeats. */
  private static boolean isStored(ReturnStatus status) {
    return status.code() == SrmStatus.SUCCESS || status.code() == SrmStatus.DUPLICATION_ERROR;
  }

  /** The files of the put that are stored where tape is waited for. */
  private Map<NameKey, UUID> stored(PutFiles put) {
    Map<NameKey, UUID> stored = new HashMap<>();
    for (PutRow row : put.files()) {
      if (row instanceof AcceptedPut accepted
          && row.state() == PutState.STORED
          && waiting.isAfterTape(accepted.area())) {
        stored.put(row.key(), accepted.id());
      }
    }
    return stored;
  }

  private SurlStatusesReply waited(Call call, SurlStatusesReply reply, Map<NameKey, UUID> stored) {
    if (stored.isEmpty()) {
      return reply;
    }
    Set<NameKey> asked =
        reply.files().stream()
            .filter(file -> isStored(file.status()))
            .map(file -> lookup.keyOf(file.surl()))
            .filter(stored::containsKey)
            .collect(Collectors.toSet());
    Set<UUID> open = await(call, asked.stream().map(stored::get).toList());
    List<SurlStatus> files = new ArrayList<>();
    for (SurlStatus file : reply.files()) {
      NameKey key = lookup.keyOf(file.surl());
      boolean waitedFor = isStored(file.status()) && asked.contains(key);
      files.add(
          waitedFor
              ? new SurlStatus(file.surl(), answer(file.status(), open.contains(stored.get(key))))
              : file);
    }
    return new SurlStatusesReply(
        RequestStatus.of(files.stream().map(SurlStatus::status).toList()), files);
  }

  private static ReturnStatus answer(ReturnStatus status, boolean open) {
    if (open) {
      return ReturnStatus.of(
          SrmStatus.SUCCESS,
          "the file is stored; "
              + NOT_YET
              + ": repeat srmPutDone to wait for it, or ask srmLs for its locality");
    }
    return status.code() == SrmStatus.SUCCESS ? status : ReturnStatus.success();
  }

  /** Returns the files that are not on tape when the time is over. */
  private Set<UUID> await(Call call, Collection<UUID> files) {
    Instant end = end(call);
    Set<UUID> open = open(files);
    if (!open.isEmpty()) {
      waiting.wake().run();
    }
    while (!open.isEmpty() && waiting.tokens().now().isBefore(end)) {
      try {
        waiting.pause().pause(waiting.settings().check());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return open;
      }
      open = open(open);
    }
    return open;
  }

  /** In time for the answer to reach the client. */
  private Instant end(Call call) {
    Instant patience = waiting.tokens().now().plus(waiting.settings().patience());
    Instant last = call.deadline().minus(waiting.settings().margin());
    return patience.isBefore(last) ? patience : last;
  }

  private Set<UUID> open(Collection<UUID> files) {
    return waiting.transactions().read(sql -> migrations.open(sql, files));
  }

  /**
   * Limits of the wait.
   *
   * @param patience maximum wait; ARC abandons a call after 60 s
   * @param margin time before the call's deadline that is left for its answer
   * @param check time between two checks
   */
  public record AfterTapeSettings(Duration patience, Duration margin, Duration check) {
    public AfterTapeSettings {
      check("patience", patience, Duration.ZERO, Duration.ofHours(1));
      check("margin", margin, Duration.ZERO, Duration.ofMinutes(1));
      check("check", check, Duration.ofMillis(100), Duration.ofMinutes(1));
    }

    /** 45 s, or until 2 s before the end of the call. */
    public static AfterTapeSettings defaults() {
      return new AfterTapeSettings(
          Duration.ofSeconds(45), Duration.ofSeconds(2), Duration.ofMillis(500));
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
      if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
        throw new IllegalArgumentException(
            name + " is " + value + ", allowed are " + least + " to " + most);
      }
    }
  }
}
