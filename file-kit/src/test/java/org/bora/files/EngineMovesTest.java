package org.bora.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.MvRequest;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusReply;
import org.bora.door.http.Refused;
import org.junit.jupiter.api.Test;

/** Doors rename to a name, and never into a directory that has come to it meanwhile. */
class EngineMovesTest {
  private final List<MvRequest> asked = new ArrayList<>();

  private final class Recorder implements Backend {
    @Override
    public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
      asked.add((MvRequest) question);
      return operation.answer().cast(new StatusReply(ReturnStatus.success()));
    }

    @Override
    public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
      throw new AssertionError("nothing is listed");
    }
  }

  @Test
  void theNewNameIsExact() throws Refused {
    Call call =
        new Call(new Caller("/CN=Alice", "/CN=CA", List.of(), "127.0.0.1"), Instant.MAX, "trace");
    Engine engine = new Engine(new Recorder(), () -> call, "h");
    Optional<SeenFile> seen = Optional.of(new SeenFile(1, Instant.EPOCH));
    engine.move(Name.of("/a"), Name.of("/b"));
    engine.move(Name.of("/a"), Name.of("/b"), seen);
    assertEquals(List.of(true, true), asked.stream().map(MvRequest::exact).toList());
    assertEquals(List.of(Optional.empty(), seen), asked.stream().map(MvRequest::only).toList());
  }
}
