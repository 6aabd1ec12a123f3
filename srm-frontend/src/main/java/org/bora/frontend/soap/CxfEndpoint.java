package org.bora.frontend.soap;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.service.invoker.Invoker;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.bora.contract.ISRM;

/**
 * The CXF half of the endpoint: from the scanned body to the invoker and back, on a bus of its own.
 */
final class CxfEndpoint implements AutoCloseable {
  private final ExtensionManagerBus bus;
  private final Server server;
  private final AbstractHTTPDestination destination;

  CxfEndpoint(Invoker invoker, SafeXml xml) {
    bus = new ExtensionManagerBus();
    bus.initialize();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(ISRM.class);
    factory.setAddress("/");
    factory.setInvoker(invoker);
    factory.getInInterceptors().add(new ScannedBody(xml));
    factory.setProperties(
        Map.of(
            // clients send their own SOAPAction, or none
            "allowNonMatchingToDefaultSoapAction",
            true,
            XMLOutputFactory.class.getName(),
            xml.writers(),
            // faults are logged where they are made; CXF would add a stack trace for each
            FaultListener.class.getName(),
            (FaultListener) (exception, description, message) -> false));
    server = factory.create();
    destination = (AbstractHTTPDestination) server.getDestination();
  }

  void handle(ServletConfig servlet, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    destination.invoke(servlet, servlet.getServletContext(), request, response);
  }

  @Override
  public void close() {
    server.destroy();
    bus.shutdown(false);
  }
}
