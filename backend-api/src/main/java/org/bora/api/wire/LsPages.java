package org.bora.api.wire;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bora.api.directory.LsEntry;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.word.ReturnStatus;

/**
 * Splits listings into messages of limited length. A tree is written in pre-order, each entry with
 * the number of its children, so that depth needs no recursion.
 */
final class LsPages {
  /** Some 50 KB; a message is held whole by either side. */
  private static final int PAGE = 250;

  private LsPages() {}

  /** The messages of a reply, at least one, each made on demand. */
  static Iterator<LsPage> of(LsReply reply) {
    LsStream entries = LsStream.of(reply);
    return new Iterator<>() {
      private boolean begun;
      private Optional<LsEntry> next = entries.next();

      @Override
      public boolean hasNext() {
        return !begun || next.isPresent();
      }

      @Override
      public LsPage next() {
        List<LsEntry> page = new ArrayList<>();
        while (page.size() < PAGE && next.isPresent()) {
          page.add(next.get());
          next = entries.next();
        }
        if (begun) {
          return new LsPage(Optional.empty(), Optional.empty(), page);
        }
        begun = true;
        return new LsPage(Optional.of(reply.status()), reply.token(), page);
      }
    };
  }

  /**
   * The listing that comes in these messages.
   *
   * @param pages at least one
   * @param leave told when no more are wanted
   */
  static LsStream listing(Iterator<LsPage> pages, Runnable leave) {
    return new ReceivedListing(pages, leave);
  }

  private static final class ReceivedListing implements LsStream {
    private final Iterator<LsPage> pages;
    private final Runnable leave;
    private final ReturnStatus status;
    private final Optional<String> token;
    private Iterator<LsEntry> page;

    /** Entries that have been promised: roots end the listing, children must come. */
    private long promised;

    ReceivedListing(Iterator<LsPage> pages, Runnable leave) {
      this.pages = pages;
      this.leave = leave;
      LsPage first = pages.next();
      this.status = first.status().orElseThrow(() -> MalformedMessage.unknown("ReturnStatus"));
      this.token = first.token();
      this.page = first.entries().iterator();
    }

    @Override
    public ReturnStatus status() {
      return status;
    }

    @Override
    public Optional<String> token() {
      return token;
    }

    @Override
    public Optional<LsEntry> next() {
      while (!page.hasNext() && pages.hasNext()) {
        page = pages.next().entries().iterator();
      }
      if (!page.hasNext()) {
        if (promised > 0) {
          throw new MalformedMessage("a listing promises more entries than it has");
        }
        return Optional.empty();
      }
      LsEntry entry = page.next();
      promised = Math.max(0, promised - 1) + entry.children();
      return Optional.of(entry);
    }

    @Override
    public void close() {
      leave.run();
    }
  }
}
