package org.bora.client;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.bora.contract.SrmAbortRequestResponse;
import org.bora.contract.SrmPrepareToGetResponse;
import org.bora.contract.SrmPrepareToPutResponse;
import org.bora.contract.SrmPutDoneResponse;
import org.bora.contract.SrmReleaseFilesResponse;
import org.bora.contract.SrmStatusOfGetRequestResponse;
import org.bora.contract.SrmStatusOfPutRequestResponse;
import org.bora.contract.codec.Envelope;
import org.bora.contract.codec.Question;

/**
 * Calls one SRM for one file, as the holder of a credential. One thread at a time; {@link #abandon}
 * alone may be called by another. Every method throws IOException where the server cannot be
 * reached, is not who it should be, or answers nonsense; the message says which, and names the
 * server.
 */
public final class SrmSession implements AutoCloseable {

  /** Addresses of a host, within a time. */
  @FunctionalInterface
  public interface NameService {
    InetAddress[] addresses(String host, Duration time) throws IOException;
  }

  private final RemoteSurl file;
  private final Client calls;
  private final GsiConduit conduit;

  /** Nothing is contacted yet. */
  SrmSession(RemoteSurl file, Client calls, GsiConduit conduit) {
    this.file = file;
    this.calls = calls;
    this.conduit = conduit;
  }

  /** srmPrepareToGet (GFD.129 section 5.1), for gsiftp. */
  public SrmAnswer prepareToGet(int totalSeconds) throws IOException {
    Object call = Requests.prepareToGet(file.text(), totalSeconds);
    return call("srmPrepareToGet", call, SrmPrepareToGetResponse.class, FileAnswers::of);
  }

  /** srmStatusOfGetRequest. */
  public SrmAnswer statusOfGet(String token) throws IOException {
    Object call = Requests.statusOfGet(token, file.text());
    return call(
        "srmStatusOfGetRequest",
        call,
        SrmStatusOfGetRequestResponse.class,
        reply -> FileAnswers.of(reply, token));
  }

  /** srmReleaseFiles: the file is not needed any more. Empty if it was done. */
  public Optional<SrmAnswer.Refused> releaseFiles(String token) throws IOException {
    return call(
        "srmReleaseFiles",
        Requests.releaseFiles(token, file.text()),
        SrmReleaseFilesResponse.class,
        reply -> FileAnswers.ended(reply.getReturnStatus(), reply.getArrayOfFileStatuses()));
  }

  /** srmPrepareToPut (GFD.129 section 5.5), for gsiftp. */
  public SrmAnswer prepareToPut(PutWish wish) throws IOException {
    Object call = Requests.prepareToPut(file.text(), wish);
    return call("srmPrepareToPut", call, SrmPrepareToPutResponse.class, FileAnswers::of);
  }

  /** srmStatusOfPutRequest. */
  public SrmAnswer statusOfPut(String token) throws IOException {
    Object call = Requests.statusOfPut(token, file.text());
    return call(
        "srmStatusOfPutRequest",
        call,
        SrmStatusOfPutRequestResponse.class,
        reply -> FileAnswers.of(reply, token));
  }

  /** srmPutDone: the file is written. Empty if it is there now. */
  public Optional<SrmAnswer.Refused> putDone(String token) throws IOException {
    return call(
        "srmPutDone",
        Requests.putDone(token, file.text()),
        SrmPutDoneResponse.class,
        reply -> FileAnswers.ended(reply.getReturnStatus(), reply.getArrayOfFileStatuses()));
  }

  /** srmAbortRequest: whatever was prepared is not wanted. Empty if it was done. */
  public Optional<SrmAnswer.Refused> abort(String token) throws IOException {
    return call(
        "srmAbortRequest",
        Requests.abortRequest(token),
        SrmAbortRequestResponse.class,
        reply -> FileAnswers.ended(reply.getReturnStatus(), null));
  }

  /** Cuts a call that is under way, and lets none begin; never blocks. */
  public void abandon() {
    conduit.abandon();
  }

  /** What an answer means; throws where it means nothing. */
  @FunctionalInterface
  private interface Meaning<R, A> {
    A of(R reply) throws IOException;
  }

  private <R, A> A call(String operation, Object request, Class<R> type, Meaning<R, A> meaning)
      throws IOException {
    BindingOperationInfo known =
        calls
            .getEndpoint()
            .getBinding()
            .getBindingInfo()
            .getOperation(new QName(Envelope.SRM, operation));
    try {
      Object[] parts = calls.invoke(known, request);
      if (parts == null || parts.length == 0 || !(parts[0] instanceof Question answer)) {
        throw new IOException("the answer is not a " + operation + "Response");
      }
      return meaning.of(type.cast(answer.part()));
    } catch (Exception e) { // CXF declares no less
      String message =
          "SRM %s:%d: %s: %s".formatted(file.host(), file.port(), operation, reason(e));
      throw conduit.isProven() || conduit.isAbandoned()
          ? new IOException(message, e)
          : new UnprovenSrmServer(message, e);
    }
  }

  private static String reason(Exception e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    String message = last.getMessage();
    if (message == null) {
      return last.getClass().getSimpleName();
    }
    return last instanceof SoapFault fault ? told(fault) : message;
  }

  /** CXF also reports this if the answer is not SOAP. */
  private static String told(SoapFault fault) {
    boolean unread = Soap11.getInstance().getVersionMismatch().equals(fault.getFaultCode());
    return (unread ? "the answer is not SOAP 1.1: " : "fault: ") + fault.getMessage();
  }

  @Override
  public void close() {
    calls.destroy();
    conduit.close();
  }
}
