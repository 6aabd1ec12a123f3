package org.bora.it.wire;

import eu.emi.security.authn.x509.impl.PEMCredential;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * A GSI client that sends exactly the bytes it is given: TLS 1.2 with a proxy, the byte {@code 0},
 * then HTTP. It exists to send what no decent client would.
 */
public final class SrmClient implements Closeable {

  /** Status line and body of one answer. */
  public record Answer(int status, String body) {

    /** The text of the first element of that name; empty where there is none. */
    public String element(String name) {
      Matcher found = Pattern.compile("<(?:\\w+:)?" + name + "(?: [^>]*)?>([^<]*)<").matcher(body);
      return found.find() ? found.group(1) : "";
    }

    /** The status of the request as a whole. */
    public String code() {
      return element("statusCode");
    }

    /** The status of the first file: the one after {@code arrayOfFileStatuses} begins. */
    public String fileCode() {
      int at = body.indexOf("arrayOfFileStatuses");
      return at < 0 ? "" : new Answer(status, body.substring(at)).element("statusCode");
    }
  }

  private static final String HEAD =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><e:Envelope"
          + " xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\""
          + " xmlns:s=\"http://srm.lbl.gov/StorageResourceManager\"><e:Body>";
  private static final String TAIL = "</e:Body></e:Envelope>";

  private final SSLSocket socket;
  private final InputStream in;
  private final OutputStream out;
  private boolean over;

  public SrmClient(String host, int port, Path proxy) throws IOException, GeneralSecurityException {
    this(host, port, new PEMCredential(proxy.toString(), (char[]) null));
    out.write('0');
    out.flush();
  }

  /** A client that hands the server a proxy of its own credential, with the byte {@code D}. */
  public static SrmClient delegating(String host, int port, Path proxy)
      throws IOException, GeneralSecurityException {
    return delegating(host, port, proxy, Duration.ofHours(1));
  }

  /**
   * The same.
   *
   * @param life of what is delegated; may be over already
   */
  public static SrmClient delegating(String host, int port, Path proxy, Duration life)
      throws IOException, GeneralSecurityException {
    PEMCredential credential = new PEMCredential(proxy.toString(), (char[]) null);
    SrmClient client = new SrmClient(host, port, credential);
    client.out.write('D');
    client.out.flush();
    client.out.write(Delegation.sign(credential, Delegation.read(client.in), life));
    client.out.flush();
    return client;
  }

  private SrmClient(String host, int port, PEMCredential credential)
      throws IOException, GeneralSecurityException {
    SSLContext tls = SSLContext.getInstance("TLSv1.2");
    tls.init(
        new javax.net.ssl.KeyManager[] {credential.getKeyManager()},
        new TrustManager[] {new AnyServer()},
        new SecureRandom());
    socket = (SSLSocket) tls.getSocketFactory().createSocket(host, port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    socket.setEnabledProtocols(new String[] {"TLSv1.2"});
    socket.startHandshake();
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** One SRM call: {@code fields} is what stands inside {@code srmXRequest}. */
  public Answer call(String operation, String fields) throws IOException {
    String request = operation + "Request";
    return post(
        HEAD + "<s:" + operation + "><" + request + ">" + fields + "</" + request + "></s:"
            + operation + ">" + TAIL);
  }

  /** Posts a body as it is. */
  public Answer post(String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    head(bytes.length);
    out.write(bytes);
    out.flush();
    return answer();
  }

  /** Begins a request whose body the caller sends with {@link #send}. */
  public void head(long contentLength) throws IOException {
    out.write(
        ("POST /srm/managerv2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
                + "SOAPAction: \"\"\r\nContent-Length: "
                + contentLength
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  public void send(byte[] part) throws IOException {
    out.write(part);
  }

  public void flush() throws IOException {
    out.flush();
  }

  /** Reads one answer: by its Content-Length, in chunks, or up to the end of the connection. */
  public Answer answer() throws IOException {
    String statusLine = line();
    int length = -1;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(header.substring(15).trim());
      }
      chunked |= header.equalsIgnoreCase("transfer-encoding: chunked");
      over |= header.equalsIgnoreCase("connection: close");
    }
    byte[] body = length >= 0 ? in.readNBytes(length) : chunked ? chunks() : in.readAllBytes();
    return new Answer(
        Integer.parseInt(statusLine.split(" ", -1)[1]), new String(body, StandardCharsets.UTF_8));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int length = Integer.parseInt(line().split(";", -1)[0].trim(), 16);
      body.write(in.readNBytes(length));
      line();
      if (length == 0) {
        return body.toByteArray();
      }
    }
  }

  /** Whether an answer said that it was the last one. */
  public boolean isOver() {
    return over;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("the server closed the connection");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** The tests are about the server's checks, not the client's. */
  private static final class AnyServer implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
