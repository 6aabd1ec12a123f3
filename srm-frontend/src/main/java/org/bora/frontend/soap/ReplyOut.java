package org.bora.frontend.soap;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbortedInvocationException;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.codec.ReplyWriter;
import org.bora.contract.codec.XmlOutput;
import org.bora.frontend.reply.FailureReplies;

/**
 * Sends replies. One that fits the buffer leaves in one write with its length: gfal2 waits 40 ms
 * for the second of two writes. A longer one leaves in chunks. If a reply fails after its beginning
 * was sent, the connection is cut, so that the client does not take it for complete.
 */
final class ReplyOut extends AbstractPhaseInterceptor<Message> {
  /** Replies of some fifty files fit. */
  private static final int BUFFER_BYTES = 64 * 1024;

  private final ReplyWriter replies;
  private final FailureReplies failures;

  ReplyOut(ReplyWriter replies, FailureReplies failures) {
    super(Phase.MARSHAL);
    this.replies = replies;
    this.failures = failures;
  }

  /** Writes a document. Its end may stay in the output's buffer. */
  @FunctionalInterface
  private interface Document {
    void write(XmlOutput out) throws IOException;
  }

  @Override
  public void handleMessage(Message message) {
    Object reply = message.getContent(Object.class);
    String operation = message.getExchange().getBindingOperationInfo().getName().getLocalPart();
    try {
      if (reply instanceof StreamedReply streamed) {
        stream(message, streamed);
      } else {
        send(message, out -> replies.write(operation, reply, out));
      }
    } catch (IOException gone) {
      throw new AbortedInvocationException(gone);
    } catch (RuntimeException failure) {
      if (ServletTransport.response(message).isCommitted()) {
        throw new AbortedInvocationException(failure);
      }
      throw failure;
    }
  }

  private void stream(Message message, StreamedReply reply) throws IOException {
    try (var listing = reply.listing()) {
      send(message, out -> new LsWriter(reply.operation(), out).write(listing));
    } catch (RuntimeException failure) {
      ReturnStatus status =
          failures.failed(SoapVisit.of(message).attempt(reply.operation()), failure);
      if (ServletTransport.response(message).isCommitted()) {
        throw new IOException("a listing broke off", failure);
      }
      try (var refusal = reply.refusal().apply(status)) {
        send(message, out -> new LsWriter(reply.operation(), out).write(refusal));
      }
    }
  }

  private static void send(Message message, Document document) throws IOException {
    XmlOutput out = new XmlOutput(message.getContent(OutputStream.class), BUFFER_BYTES);
    document.write(out);
    if (out.isWhole()) {
      ServletTransport.response(message).setContentLength(out.buffered());
    }
    out.flush();
  }
}
