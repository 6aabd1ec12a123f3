package org.bora.backend.operation.request;

import java.time.Instant;
import java.util.List;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.engines.OpenRecallTable;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.Progress;
import org.bora.backend.request.RequestEvent;
import org.bora.backend.request.RequestEventTable;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;

/**
 * srmSuspendRequest and srmResumeRequest: waiting files are not worked on until the request is
 * resumed. Its times go on: a request that is suspended for longer than its total request time has
 * timed out, so nothing is held for ever. A request without waiting files is finished, and a put is
 * finished as soon as each file has its TURL or refusal: then there is nothing to suspend.
 */
public final class Suspension {
  private final RequestLookup lookup;
  private final AllRequestFiles files;
  private final Transactions transactions;
  private final RequestTable requests = new RequestTable();
  private final RequestEventTable events = new RequestEventTable();
  private final OpenRecallTable recalls = new OpenRecallTable();
  private final TokenSource tokens;

  Suspension(
      RequestLookup lookup, AllRequestFiles files, Transactions transactions, TokenSource tokens) {
    this.tokens = tokens;
    this.lookup = lookup;
    this.files = files;
    this.transactions = transactions;
  }

  /** As {@link org.bora.api.Catalogue#SUSPEND_REQUEST}; doing so again succeeds. */
  public StatusReply suspendRequest(Call call, String token) {
    return set(call, token, true);
  }

  /**
   * As {@link org.bora.api.Catalogue#RESUME_REQUEST}; a request that is not suspended continues.
   */
  public StatusReply resumeRequest(Call call, String token) {
    return set(call, token, false);
  }

  private StatusReply set(Call call, String token, boolean suspended) {
    return new StatusReply(
        switch (lookup.find(call.caller(), token)) {
          case RequestLookup.Found.No(ReturnStatus status) -> status;
          case RequestLookup.Found.Yes(RequestHead head) ->
              set(head, suspended, ChangedBy.caller(call));
        });
  }

  private ReturnStatus set(RequestHead head, boolean suspended, ChangedBy by) {
    Progress progress = files.progress(List.of(head)).get(head.token());
    if (progress.isFinished()) {
      return ReturnStatus.of(
          SrmStatus.FAILURE, "the request is finished: none of its files waits for the service");
    }
    if (head.suspended() != suspended) {
      transactions.talk(dialogue -> set(dialogue, head.token(), suspended, by));
    }
    return ReturnStatus.success();
  }

  private boolean set(Dialogue dialogue, RequestToken token, boolean suspended, ChangedBy by) {
    Instant now = tokens.now();
    boolean changed = requests.suspend(dialogue.ask(), token, suspended);
    if (!suspended) {
      recalls.wake(dialogue.ask(), token, now);
    }
    if (changed) {
      RequestEvent.Kind kind = suspended ? RequestEvent.Kind.SUSPENDED : RequestEvent.Kind.RESUMED;
      events.add(dialogue, token, kind, by, now, 0);
    }
    return changed;
  }
}
