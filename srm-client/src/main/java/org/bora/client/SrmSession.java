package org.bora.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.Timeout;

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

  private static final ContentType XML = ContentType.create("text/xml", StandardCharsets.UTF_8);
  private static final int OK = 200;

  private final RemoteSurl file;
  private final ClientSettings settings;
  private final CloseableHttpClient http;
  private final ReplyReader replies = new ReplyReader();
  private final AtomicReference<HttpPost> current = new AtomicReference<>();
  private volatile boolean abandoned;

  /** Whether the server has proven its name once in this session. */
  private volatile boolean proven;

  /**
   * Prepares to call; nothing is contacted yet.
   *
   * @param file the server and the file
   * @param tls with the key of the holder, and a judge of servers' chains; host names are checked
   *     here
   * @param names must keep the time it is given
   */
  public SrmSession(RemoteSurl file, SSLContext tls, ClientSettings settings, NameService names) {
    this.file = file;
    this.settings = settings;
    Timeout answer = Timeout.of(settings.answerTimeout());
    PoolingHttpClientConnectionManager connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new BoundedNames(names, settings.connectTimeout()))
            .setTlsSocketStrategy(
                new GsiSocket(tls, settings.connectTimeout(), () -> proven = true))
            .setDefaultSocketConfig(SocketConfig.custom().setSoTimeout(answer).build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                    .setSocketTimeout(answer)
                    .setTimeToLive(Timeout.of(5, TimeUnit.MINUTES))
                    .build())
            .build();
    this.http =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setDefaultRequestConfig(RequestConfig.custom().setResponseTimeout(answer).build())
            .disableConnectionState() // or a client certificate would make every connection new
            .disableAutomaticRetries()
            .disableRedirectHandling()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .setUserAgent("Bora")
            .build();
  }

  /** srmPrepareToGet (GFD.129 section 5.1), for gsiftp. */
  public SrmAnswer prepareToGet(int totalSeconds) throws IOException {
    byte[] call = Requests.prepareToGet(file.text(), totalSeconds);
    return Answers.prepared(call("srmPrepareToGet", call), Optional.empty());
  }

  /** srmStatusOfGetRequest. */
  public SrmAnswer statusOfGet(String token) throws IOException {
    byte[] call = Requests.statusOfGet(token, file.text());
    return Answers.prepared(call("srmStatusOfGetRequest", call), Optional.of(token));
  }

  /** srmReleaseFiles: the file is not needed any more. Empty if it was done. */
  public Optional<SrmAnswer.Refused> releaseFiles(String token) throws IOException {
    return Answers.ended(call("srmReleaseFiles", Requests.releaseFiles(token, file.text())));
  }

  /** srmPrepareToPut (GFD.129 section 5.5), for gsiftp. */
  public SrmAnswer prepareToPut(PutWish wish) throws IOException {
    byte[] call = Requests.prepareToPut(file.text(), wish);
    return Answers.prepared(call("srmPrepareToPut", call), Optional.empty());
  }

  /** srmStatusOfPutRequest. */
  public SrmAnswer statusOfPut(String token) throws IOException {
    byte[] call = Requests.statusOfPut(token, file.text());
    return Answers.prepared(call("srmStatusOfPutRequest", call), Optional.of(token));
  }

  /** srmPutDone: the file is written. Empty if it is there now. */
  public Optional<SrmAnswer.Refused> putDone(String token) throws IOException {
    return Answers.ended(call("srmPutDone", Requests.putDone(token, file.text())));
  }

  /** srmAbortRequest: whatever was prepared is not wanted. Empty if it was done. */
  public Optional<SrmAnswer.Refused> abort(String token) throws IOException {
    return Answers.ended(call("srmAbortRequest", Requests.abortRequest(token)));
  }

  /** Cuts a call that is under way, and lets none begin; never blocks. */
  public void abandon() {
    abandoned = true;
    HttpPost post = current.get();
    if (post != null) {
      post.cancel();
    }
  }

  private ReplyElement call(String operation, byte[] body) throws IOException {
    HttpPost post = new HttpPost("https://" + file.host() + ":" + file.port() + file.servicePath());
    post.setHeader("SOAPAction", "\"\"");
    post.setEntity(new ByteArrayEntity(body, XML));
    current.set(post);
    try {
      if (abandoned) {
        throw new IOException("stopped");
      }
      byte[] answer = http.execute(post, this::body);
      return replies.read(answer, operation + "Response");
    } catch (IOException e) {
      String message =
          "SRM %s:%d: %s: %s".formatted(file.host(), file.port(), operation, reason(e));
      throw proven || abandoned ? new IOException(message, e) : new UnprovenServer(message, e);
    } finally {
      current.set(null);
    }
  }

  private byte[] body(ClassicHttpResponse response) throws IOException {
    if (response.getEntity() == null) {
      throw new IOException("HTTP status " + response.getCode());
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    long endNanos = System.nanoTime() + settings.answerTimeout().toNanos();
    try (InputStream in = response.getEntity().getContent()) {
      byte[] piece = new byte[8192];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        whole.write(piece, 0, n);
        if (whole.size() > settings.maxAnswerBytes()) {
          throw cut("the answer is longer than " + settings.maxAnswerBytes() + " bytes");
        }
        if (System.nanoTime() > endNanos) {
          throw cut("the answer took longer than " + settings.answerTimeout());
        }
      }
    }
    String text = whole.toString(StandardCharsets.ISO_8859_1);
    if (response.getCode() != OK && !text.contains("Envelope")) {
      throw new IOException("HTTP status " + response.getCode());
    }
    return whole.toByteArray();
  }

  /** Ends the connection first: closing an answer politely reads to its end, which may not come. */
  private IOException cut(String reason) {
    HttpPost post = current.get();
    if (post != null) {
      post.cancel();
    }
    return new IOException(reason);
  }

  private static String reason(IOException e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    String message = last.getMessage();
    return message == null ? last.getClass().getSimpleName() : message;
  }

  @Override
  public void close() {
    try {
      http.close();
    } catch (IOException e) {
      // its connections are closed, whatever they still had to say
    }
  }
}
