package org.bora.client;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.interceptor.Soap11FaultInInterceptor;
import org.apache.cxf.binding.soap.interceptor.SoapActionInInterceptor;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.EndpointException;
import org.apache.cxf.endpoint.EndpointImpl;
import org.apache.cxf.interceptor.AttachmentInInterceptor;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.bora.contract.SrmAbortRequestRequest;
import org.bora.contract.SrmAbortRequestResponse;
import org.bora.contract.SrmPrepareToGetRequest;
import org.bora.contract.SrmPrepareToGetResponse;
import org.bora.contract.SrmPrepareToPutRequest;
import org.bora.contract.SrmPrepareToPutResponse;
import org.bora.contract.SrmPutDoneRequest;
import org.bora.contract.SrmPutDoneResponse;
import org.bora.contract.SrmReleaseFilesRequest;
import org.bora.contract.SrmReleaseFilesResponse;
import org.bora.contract.SrmStatusOfGetRequestRequest;
import org.bora.contract.SrmStatusOfGetRequestResponse;
import org.bora.contract.SrmStatusOfPutRequestRequest;
import org.bora.contract.SrmStatusOfPutRequestResponse;
import org.bora.contract.codec.ContractBinding;
import org.bora.contract.codec.ContractType;

/**
 * Other SRMs, as a CXF client of the contract: one for a process, since the contract is read when
 * the first call is made. Thread safe.
 */
public final class SrmClient {
  private static final List<Class<?>> MESSAGES =
      List.of(
          SrmPrepareToGetRequest.class,
          SrmPrepareToGetResponse.class,
          SrmStatusOfGetRequestRequest.class,
          SrmStatusOfGetRequestResponse.class,
          SrmReleaseFilesRequest.class,
          SrmReleaseFilesResponse.class,
          SrmPrepareToPutRequest.class,
          SrmPrepareToPutResponse.class,
          SrmStatusOfPutRequestRequest.class,
          SrmStatusOfPutRequestResponse.class,
          SrmPutDoneRequest.class,
          SrmPutDoneResponse.class,
          SrmAbortRequestRequest.class,
          SrmAbortRequestResponse.class);

  private final AnswerReader answers = new AnswerReader();
  private final ReentrantLock reading = new ReentrantLock();
  private Bus bus;
  private Endpoint contract;

  /**
   * Prepares to call one SRM for one file; nothing is contacted yet.
   *
   * @param file the server and the file
   * @param tls with the key of the holder, and a judge of servers' chains; host names are checked
   *     here
   * @param names must keep the time it is given
   */
  public SrmSession session(
      RemoteSurl file, SSLContext tls, ClientSettings settings, SrmSession.NameService names) {
    GsiConduit conduit = new GsiConduit(file, tls, settings, names, answers);
    return new SrmSession(file, over(conduit), conduit);
  }

  /** Calls that go over this conduit. */
  Client over(Conduit conduit) {
    reading.lock();
    try {
      if (contract == null) {
        bus = new ExtensionManagerBus();
        contract = read(bus);
      }
      return new ClientImpl(bus, contract, conduit);
    } finally {
      reading.unlock();
    }
  }

  private static Endpoint read(Bus bus) {
    // what fails is told by the session's exceptions
    bus.setProperty(FaultListener.class.getName(), (FaultListener) (_, _, _) -> false);
    Function<Class<?>, ContractType> types = ContractType.all();
    Map<String, ContractType> parts = new HashMap<>();
    MESSAGES.forEach(type -> parts.put(nameOf(type), types.apply(type)));
    Service service = new ContractBinding(parts).service(bus);
    EndpointInfo port = service.getServiceInfos().getFirst().getEndpoints().iterator().next();
    // clients would make it up when they first call, each in its own thread
    port.setProperty("URI", URI.create(""));
    try {
      Endpoint endpoint = new EndpointImpl(bus, service, port);
      endpoint
          .getBinding()
          .getInInterceptors()
          .removeIf(
              each ->
                  each instanceof AttachmentInInterceptor
                      || each instanceof SoapActionInInterceptor);
      endpoint
          .getBinding()
          .getOutInterceptors()
          .removeIf(each -> each instanceof AttachmentOutInterceptor);
      var faults = endpoint.getBinding().getInFaultInterceptors();
      faults.removeIf(each -> each instanceof Soap11FaultInInterceptor);
      faults.add(new FaultText());
      return endpoint;
    } catch (EndpointException e) {
      throw new IllegalStateException("no client of the contract", e);
    }
  }

  /** In the contract as the class, but for the first letter. */
  private static String nameOf(Class<?> message) {
    String name = message.getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}
