package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.logging.Logger;
import org.apache.cxf.Bus;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseChainCache;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.transport.ChainInitiationObserver;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.ws.addressing.EndpointReferenceType;

/**
 * The transport of the endpoint: passes a call that the servlet has read to the chain of
 * interceptors, and their output to the response. CXF's own servlet transport does work that no SRM
 * call needs: it copies headers, attributes and a session, continues to read after a refusal, and
 * records each thread in one map (docs/adr/0046). Thread safe.
 */
final class ServletTransport extends ChainInitiationObserver implements Destination {
  private static final Logger LOG = LogUtils.getL7dLogger(ServletTransport.class);

  private final PhaseChainCache chains = new PhaseChainCache();
  private final SortedSet<Phase> phases;

  ServletTransport(Endpoint endpoint, Bus bus) {
    super(endpoint, bus);
    phases = bus.getExtension(PhaseManager.class).getInPhases();
  }

  /** Has one call answered. */
  void answer(SoapVisit visit, HttpServletResponse response) {
    Exchange exchange = new ExchangeImpl();
    exchange.put(SoapVisit.class, visit);
    exchange.put(HttpServletResponse.class, response);
    exchange.setDestination(this);
    Message message = new CallMessage();
    message.setExchange(exchange);
    onMessage(message);
  }

  @Override
  public void onMessage(Message received) {
    Message message = getBinding().createMessage(received);
    message.getExchange().setInMessage(message);
    setExchangeProperties(message.getExchange(), message);
    PhaseInterceptorChain chain =
        chains.get(
            phases,
            bus.getInInterceptors(),
            endpoint.getService().getInInterceptors(),
            endpoint.getInInterceptors(),
            getBinding().getInInterceptors());
    message.setInterceptorChain(chain);
    chain.setFaultObserver(endpoint.getOutFaultObserver());
    chain.doIntercept(message);
  }

  /** The response to the call of this exchange. */
  static HttpServletResponse response(Message message) {
    return message.getExchange().get(HttpServletResponse.class);
  }

  @Override
  public Conduit getBackChannel(Message received) {
    return new BackChannel();
  }

  /** The output for replies and faults. */
  private static final class BackChannel extends AbstractConduit {
    BackChannel() {
      super(null);
    }

    @Override
    public void prepare(Message message) throws IOException {
      HttpServletResponse response = response(message);
      if (message.getContent(Exception.class) != null) {
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
      }
      response.setContentType("text/xml;charset=utf-8");
      message.setContent(OutputStream.class, response.getOutputStream());
    }

    @Override
    protected Logger getLogger() {
      return LOG;
    }
  }

  /**
   * A message that looks up contextual properties one by one. CXF itself would copy those of bus,
   * service, endpoint and exchange into a map for each call, and read it four times.
   */
  private static final class CallMessage extends MessageImpl {
    private static final long serialVersionUID = 1L;

    @Override
    public Object getContextualProperty(String key) {
      Exchange exchange = getExchange();
      for (Map<String, Object> scope :
          List.of(this, exchange, exchange.getEndpoint(), exchange.getService())) {
        Object value = scope.get(key);
        if (value != null) {
          return value;
        }
      }
      return exchange.getBus().getProperty(key);
    }
  }

  @Override
  public EndpointReferenceType getAddress() {
    throw new UnsupportedOperationException("there is no WS-Addressing");
  }

  @Override
  public void setMessageObserver(MessageObserver observer) {
    throw new UnsupportedOperationException("it is its own observer");
  }

  @Override
  public MessageObserver getMessageObserver() {
    return this;
  }

  @Override
  public void shutdown() {}
}
