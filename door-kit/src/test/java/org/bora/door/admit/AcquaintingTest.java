package org.bora.door.admit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.Test;

class AcquaintingTest {
  private static final Call CALL =
      new Call(
          new Caller("/CN=Alice", "/CN=CA", List.of(), "::1"),
          Instant.parse("2026-11-20T12:01:00Z"),
          "trace");
  private static final MkdirRequest MKDIR =
      new MkdirRequest(new Surl("srm://localhost/srm/managerv2?SFN=/vo/d"));

  private final List<String> served = new ArrayList<>();

  /** Answers everything alike. */
  private record Answering(Reply reply) implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      return operation.answer().cast(reply);
    }
  }

  private Acquainting with(Reply reply) {
    return new Acquainting(new Answering(reply), served::add);
  }

  @Test
  void whoHasMadeADirectoryIsAUser() {
    with(new StatusReply(ReturnStatus.success())).call(Catalogue.MKDIR, CALL, MKDIR);

    assertEquals(List.of("/CN=Alice"), served);
  }

  @Test
  void whoIsRefusedIsNone() {
    ReturnStatus refused = ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, "no");
    with(new StatusReply(refused)).call(Catalogue.MKDIR, CALL, MKDIR);

    assertEquals(List.of(), served);
  }
}
