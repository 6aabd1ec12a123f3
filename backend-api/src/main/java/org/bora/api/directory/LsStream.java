package org.bora.api.directory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.ReturnStatus;

/**
 * A listing that is read entry by entry, in pre-order: first the SURLs asked for, in the order
 * asked, each followed by all that is below it, so that neither side holds all of it in memory. The
 * status of the whole listing is known before the first entry. One thread reads it and closes it.
 */
public interface LsStream extends AutoCloseable {

  ReturnStatus status();

  /** See {@link LsReply#token}. */
  Optional<String> token();

  /**
   * The next entry; empty at the end. Blocks until it arrives.
   *
   * @throws org.bora.api.BackendFailure if it does not arrive: the entries read so far are not
   *     valid
   */
  Optional<LsEntry> next();

  /** Tells the sender that no more is wanted. */
  @Override
  void close();

  /** A complete listing. */
  static LsStream of(LsReply reply) {
    Deque<PathDetail> pending = new ArrayDeque<>();
    reply.details().reversed().forEach(pending::push);
    return new LsStream() {
      @Override
      public ReturnStatus status() {
        return reply.status();
      }

      @Override
      public Optional<String> token() {
        return reply.token();
      }

      @Override
      public Optional<LsEntry> next() {
        Optional<PathDetail> next = Optional.ofNullable(pending.poll());
        next.ifPresent(detail -> detail.children().reversed().forEach(pending::push));
        return next.map(LsEntry::of);
      }

      @Override
      public void close() {}
    };
  }

  /** Reads the rest, and closes. */
  default LsReply whole() {
    try (this) {
      List<LsEntry> entries = new ArrayList<>();
      for (Optional<LsEntry> entry = next(); entry.isPresent(); entry = next()) {
        entries.add(entry.get());
      }
      // Read backwards: when an entry's turn comes, what is on the stack begins with its children.
      Deque<PathDetail> done = new ArrayDeque<>();
      for (LsEntry entry : entries.reversed()) {
        List<PathDetail> children = new ArrayList<>();
        for (int child = 0; child < entry.children(); child++) {
          children.add(done.pop());
        }
        done.push(entry.with(children));
      }
      return new LsReply(status(), token(), List.copyOf(done));
    }
  }
}
