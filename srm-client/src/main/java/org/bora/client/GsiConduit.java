package org.bora.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.transport.MessageObserver;
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
 * Carries CXF's messages to one server: HTTP over the TLS of GSI, whose one byte before HTTP none
 * of CXF's transports can send (docs/adr/0046). A request is sent when it is whole; the answer is
 * taken within its bounds and given back in the same thread. One thread at a time; {@link #abandon}
 * alone may be called by another.
 */
final class GsiConduit extends AbstractConduit {
  private static final Logger LOG = LogUtils.getL7dLogger(GsiConduit.class);
  private static final ContentType XML = ContentType.create("text/xml", StandardCharsets.UTF_8);
  private static final int OK = 200;

  private final RemoteSurl file;
  private final ClientSettings settings;
  private final AnswerReader answers;
  private final CloseableHttpClient http;
  private final AtomicReference<HttpPost> current = new AtomicReference<>();
  private volatile boolean abandoned;

  /** Whether the server has proven its name once. */
  private volatile boolean proven;

  GsiConduit(
      RemoteSurl file,
      SSLContext tls,
      ClientSettings settings,
      SrmSession.NameService names,
      AnswerReader answers) {
    super(null);
    this.file = file;
    this.settings = settings;
    this.answers = answers;
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

  /** Cuts a call that is under way, and lets none begin; never blocks. */
  void abandon() {
    abandoned = true;
    HttpPost post = current.get();
    if (post != null) {
      post.cancel();
    }
  }

  boolean isAbandoned() {
    return abandoned;
  }

  boolean isProven() {
    return proven;
  }

  @Override
  public void prepare(Message request) {
    request.setContent(OutputStream.class, new ByteArrayOutputStream());
  }

  /** The request is whole, or the answer is done with. */
  @Override
  public void close(Message message) throws IOException {
    Exchange exchange = message.getExchange();
    if (!(message.getContent(OutputStream.class) instanceof ByteArrayOutputStream request)
        || exchange.getInMessage() != null) {
      return;
    }
    Message answer = new MessageImpl();
    answer.setExchange(exchange);
    answer.setContent(XMLStreamReader.class, answers.open(send(request.toByteArray())));
    exchange.get(MessageObserver.class).onMessage(answer);
  }

  private byte[] send(byte[] request) throws IOException {
    HttpPost post = new HttpPost("https://" + file.host() + ":" + file.port() + file.servicePath());
    post.setHeader("SOAPAction", "\"\"");
    post.setEntity(new ByteArrayEntity(request, XML));
    current.set(post);
    try {
      if (abandoned) {
        throw new IOException("stopped");
      }
      return http.execute(post, this::body);
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

  @Override
  public void close() {
    try {
      http.close();
    } catch (IOException e) {
      // its connections are closed, whatever they still had to say
    }
  }

  @Override
  protected Logger getLogger() {
    return LOG;
  }
}
