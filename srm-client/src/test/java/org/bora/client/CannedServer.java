package org.bora.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Logger;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.transport.MessageObserver;
import org.bora.contract.codec.Envelope;
import org.bora.contract.codec.Question;

/** A server without a network: takes a request through CXF's chain and gives a set answer. */
final class CannedServer extends AbstractConduit {
  private static final SrmClient CLIENT = new SrmClient();
  private static final AnswerReader ANSWERS = new AnswerReader();

  private final String answer;
  private String request = "";

  CannedServer(String answer) {
    super(null);
    this.answer = answer;
  }

  /** What it got. */
  String request() {
    return request;
  }

  /** One call. */
  <R> R ask(String operation, Object part, Class<R> type) throws Exception {
    Client calls = CLIENT.over(this);
    try {
      Object[] parts =
          calls.invoke(
              calls
                  .getEndpoint()
                  .getBinding()
                  .getBindingInfo()
                  .getOperation(new QName(Envelope.SRM, operation)),
              part);
      return type.cast(((Question) parts[0]).part());
    } finally {
      calls.destroy();
    }
  }

  @Override
  public void prepare(Message message) {
    message.setContent(OutputStream.class, new ByteArrayOutputStream());
  }

  @Override
  public void close(Message message) throws IOException {
    if (message.getContent(OutputStream.class) instanceof ByteArrayOutputStream sent
        && message.getExchange().getInMessage() == null) {
      request = sent.toString(StandardCharsets.UTF_8);
      Message reply = new MessageImpl();
      reply.setExchange(message.getExchange());
      reply.setContent(
          XMLStreamReader.class, ANSWERS.open(answer.getBytes(StandardCharsets.UTF_8)));
      message.getExchange().get(MessageObserver.class).onMessage(reply);
    }
  }

  @Override
  protected Logger getLogger() {
    return Logger.getLogger(CannedServer.class.getName());
  }
}
