package org.bora.s3;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.NoteReply;
import org.bora.api.directory.NoteRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/** An engine that knows the notes on some directories, and nothing else. */
final class KnownNotes implements Backend {
  /** By directory; empty for one without a note. */
  final Map<String, String> notes = new ConcurrentHashMap<>();

  /** Questions so far. */
  final AtomicInteger asked = new AtomicInteger();

  /** Is run before each answer, and may throw instead. */
  volatile Runnable before = () -> {};

  @Override
  public <Q, R extends Reply> R call(Operation<Q, R> operation, Call call, Q question) {
    if (!operation.equals(Catalogue.DIRECTORY_NOTE)) {
      throw new IllegalStateException(operation.name() + " is not known here");
    }
    asked.incrementAndGet();
    before.run();
    NoteRequest request = (NoteRequest) question;
    String path = request.surl().text().replaceFirst(".*SFN=", "");
    String note = notes.get(path);
    return operation
        .answer()
        .cast(
            note == null
                ? new NoteReply(
                    ReturnStatus.of(SrmStatus.INVALID_PATH, "no such directory"), Optional.empty())
                : new NoteReply(
                    ReturnStatus.success(), note.isEmpty() ? Optional.empty() : Optional.of(note)));
  }

  @Override
  public <Q> LsStream open(Operation<Q, LsReply> operation, Call call, Q question) {
    throw new IllegalStateException(operation.name() + " is not known here");
  }
}
