package org.bora.api.wire;

import java.util.Iterator;
import java.util.Optional;
import org.bora.api.directory.LsEntry;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.wire.proto.DirectoryProto;
import org.bora.api.word.ReturnStatus;

/**
 * Listings as messages of bounded length. A tree is written in pre-order, each entry with the
 * number of its children: parsers of nested messages stop at 100 levels, and neither direction
 * recurses.
 */
public final class LsPages {
  /** Some 50 KB; a message is held whole by either side. */
  private static final int PAGE = 250;

  private LsPages() {}

  /** The messages of a reply, at least one, each made when it is asked for. */
  public static Iterator<DirectoryProto.LsReply> toWire(LsReply reply) {
    LsStream entries = LsStream.of(reply);
    return new Iterator<>() {
      private boolean begun;
      private Optional<LsEntry> next = entries.next();

      @Override
      public boolean hasNext() {
        return !begun || next.isPresent();
      }

      @Override
      public DirectoryProto.LsReply next() {
        var message = DirectoryProto.LsReply.newBuilder();
        if (!begun) {
          begun = true;
          message.setStatus(StatusCodec.toWire(reply.status()));
          reply.token().ifPresent(message::setToken);
        }
        for (int count = 0; count < PAGE && next.isPresent(); count++) {
          message.addDetails(ListingCodec.toWire(next.get()));
          next = entries.next();
        }
        return message.build();
      }
    };
  }

  /**
   * The listing that comes in these messages.
   *
   * @param messages at least one
   * @param leave told when no more are wanted
   */
  public static LsStream fromWire(Iterator<DirectoryProto.LsReply> messages, Runnable leave) {
    return new ReceivedListing(messages, leave);
  }

  private static final class ReceivedListing implements LsStream {
    private final Iterator<DirectoryProto.LsReply> messages;
    private final Runnable leave;
    private final ReturnStatus status;
    private final Optional<String> token;
    private Iterator<DirectoryProto.PathDetail> page;

    /** Entries that have been promised: roots end the listing, children must come. */
    private long promised;

    ReceivedListing(Iterator<DirectoryProto.LsReply> messages, Runnable leave) {
      this.messages = messages;
      this.leave = leave;
      DirectoryProto.LsReply first = messages.next();
      this.status = StatusCodec.fromWire(first.getStatus());
      this.token = first.hasToken() ? Optional.of(first.getToken()) : Optional.empty();
      this.page = first.getDetailsList().iterator();
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
      while (!page.hasNext() && messages.hasNext()) {
        page = messages.next().getDetailsList().iterator();
      }
      if (!page.hasNext()) {
        if (promised > 0) {
          throw new MalformedMessage("a listing promises more entries than it has");
        }
        return Optional.empty();
      }
      LsEntry entry = ListingCodec.fromWire(page.next());
      promised = Math.max(0, promised - 1) + entry.children();
      return Optional.of(entry);
    }

    @Override
    public void close() {
      leave.run();
    }
  }
}
