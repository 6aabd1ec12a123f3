package org.bora.frontend.soap;

import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.wsdl.WSDLException;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.interceptor.RPCInInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapActionInInterceptor;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.EndpointException;
import org.apache.cxf.endpoint.EndpointImpl;
import org.apache.cxf.interceptor.AttachmentInInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.interceptor.ServiceInvokerInterceptor;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbortedInvocationException;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.invoker.Invoker;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.wsdl.WSDLManager;
import org.apache.cxf.wsdl11.ServiceWSDLBuilder;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.References;
import org.bora.contract.codec.ReplyWriter;
import org.bora.contract.codec.SafeXml;
import org.bora.frontend.reply.FailureReplies;

/**
 * The contract as a CXF endpoint: its WSDL, a SOAP binding and the chains of interceptors. Bora's
 * interceptors are the first, the one that reads a call, and those that write.
 */
final class SrmEndpoint {
  private final ServletTransport transport;
  private final Wsdl wsdl;

  /**
   * Bora's parts of the chains.
   *
   * @param codec reads the parts of calls
   * @param scanner the first reading interceptor
   * @param calls reads a call
   * @param replies writes a reply
   * @param faults makes the text of a fault
   */
  record Chain(
      CallBinding codec,
      RequestScanner scanner,
      CallReader calls,
      ReplyOut replies,
      FaultOut faults) {

    static Chain of(
        Map<String, ContractType> parts,
        ReplyWriter writer,
        SrmInvoker invoker,
        FailureReplies failures,
        SoapSettings settings) {
      SafeXml xml = new SafeXml();
      RequestScanner scanner = new RequestScanner(xml, settings, parts.keySet());
      return new Chain(
          new CallBinding(
              parts, scanner, new References(xml, settings.maxBodyBytes(), settings.maxDepth())),
          scanner,
          new CallReader(parts),
          new ReplyOut(writer, failures),
          new FaultOut(invoker, failures));
    }
  }

  /** For these operations. */
  static SrmEndpoint of(
      Map<String, ContractOperation<?, ?>> operations,
      Function<Class<?>, ContractType> types,
      SrmInvoker calls,
      FailureReplies failures,
      SoapSettings settings) {
    Map<String, ContractType> parts = new HashMap<>();
    operations.forEach((name, operation) -> parts.put(name, types.apply(operation.request())));
    Chain chain = Chain.of(parts, new ReplyWriter(types), calls, failures, settings);
    return new SrmEndpoint(chain, calls, settings.endpoint());
  }

  /**
   * @param address that the WSDL shows
   */
  SrmEndpoint(Chain chain, Invoker invoker, String address) {
    Bus bus = new ExtensionManagerBus();
    bus.setProperty(FaultListener.class.getName(), (FaultListener) (_, _, _) -> false);
    Service service = chain.codec().service(bus);
    service.setInvoker(invoker);
    service.getInInterceptors().add(new ServiceInvokerInterceptor());
    service.getInInterceptors().add(new OutgoingChainInterceptor());
    EndpointInfo port = service.getServiceInfos().getFirst().getEndpoints().iterator().next();
    port.setAddress(address);
    try {
      Endpoint endpoint = new EndpointImpl(bus, service, port);
      arrange(endpoint, chain);
      transport = new ServletTransport(endpoint, bus);
    } catch (EndpointException e) {
      throw new IllegalStateException("no endpoint", e);
    }
    wsdl = new Wsdl(() -> written(bus, service));
  }

  /** The WSDL that CXF writes for the served contract. */
  private static byte[] written(Bus bus, Service service) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      StaxUtils.writeTo(
          bus.getExtension(WSDLManager.class)
              .getWSDLFactory()
              .newWSDLWriter()
              .getDocument(new ServiceWSDLBuilder(bus, service.getServiceInfos()).build()),
          bytes);
      return bytes.toByteArray();
    } catch (WSDLException | XMLStreamException e) {
      throw new IllegalStateException("the WSDL cannot be written", e);
    }
  }

  private static void arrange(Endpoint endpoint, Chain chain) {
    List<Interceptor<? extends Message>> reading = endpoint.getBinding().getInInterceptors();
    // rpc names its operation in the body, and what clients send as SOAPAction is anything
    reading.removeIf(
        each ->
            each instanceof SoapActionInInterceptor
                || each instanceof AttachmentInInterceptor
                || each instanceof RPCInInterceptor);
    reading.add(chain.scanner());
    reading.add(chain.calls());
    endpoint.getBinding().getOutInterceptors().clear();
    endpoint.getBinding().getOutInterceptors().add(chain.replies());
    endpoint.getOutFaultInterceptors().add(chain.faults());
  }

  /**
   * Has one call answered.
   *
   * @throws IOException where the answer cannot be sent, or not to its end
   */
  void answer(SoapVisit visit, HttpServletResponse response) throws IOException {
    try {
      transport.answer(visit, response);
    } catch (AbortedInvocationException broken) {
      throw new IOException("an answer broke off", broken.getCause());
    }
  }

  Wsdl wsdl() {
    return wsdl;
  }
}
