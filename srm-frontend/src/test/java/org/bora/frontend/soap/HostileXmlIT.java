package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.bora.api.directory.MkdirRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * XML that two readers would read differently, or that asks its reader to fetch something: it means
 * what the backend is asked, or nothing.
 */
class HostileXmlIT extends OnEndpoint {

  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SRM = "http://srm.lbl.gov/StorageResourceManager";

  @AfterEach
  void theNextHonestClientIsServed() throws Exception {
    endpoint.backend.requests.clear();
    assertTrue(mkdir("<SURL>srm://h/honest</SURL>").body().contains("SRM_SUCCESS"));
    assertEquals("srm://h/honest", made());
    endpoint.backend.requests.clear();
  }

  private static String made() {
    return endpoint.backend.only(MkdirRequest.class).surl().text();
  }

  private static Endpoint.Reply mkdir(String fields) throws Exception {
    return endpoint.post(envelope(fields));
  }

  private static String envelope(String fields) {
    return body("<s:srmMkdir><srmMkdirRequest>" + fields + "</srmMkdirRequest></s:srmMkdir>");
  }

  private static String body(String inside) {
    return "<e:Envelope xmlns:e='"
        + SOAP
        + "' xmlns:s='"
        + SRM
        + "'><e:Body>"
        + inside
        + "</e:Body></e:Envelope>";
  }

  private static Endpoint.Reply post(byte[] bytes) throws Exception {
    return endpoint.post(BodyPublishers.ofByteArray(bytes));
  }

  private static void refused(Endpoint.Reply reply) {
    assertTrue(
        (reply.code() == 500 && reply.body().contains("soap:Client"))
            || reply.body().contains("SRM_INVALID_REQUEST"),
        reply.body());
    assertFalse(reply.body().contains("Exception"), reply.body());
    assertTrue(endpoint.backend.requests.isEmpty(), "the backend was asked");
  }

  /** A value ends where its element ends, whatever stands in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<SURL>srm://h/a<!-- x -->b</SURL>",
        "<SURL>srm://h/a<?x y?>b</SURL>",
        "<SURL>srm://h/<![CDATA[a]]>b</SURL>",
        "<SURL>srm://h/&#97;b</SURL>",
        "<SURL xmlns='urn:elsewhere' xmlns:s='urn:elsewhere'>srm://h/ab</SURL>",
        "<SURL xmlns:xi='http://www.w3.org/2001/XInclude'>srm://h/a<xi:include"
            + " href='file:///etc/hostname' parse='text'/>b</SURL>"
      })
  void aValueIsReadAsAWhole(String field) throws Exception {
    Endpoint.Reply reply = mkdir(field);
    if (endpoint.backend.requests.isEmpty()) {
      refused(reply);
    } else {
      assertEquals("srm://h/ab", made());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"file:///SECRET", "http://127.0.0.1:9/x", "SECRET", "#a", "jar:file:/x!/"})
  void nothingIsIncluded(String href, @TempDir Path directory) throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "srm://h/treasure");
    String from = href.replace("SECRET", secret.toString());
    for (String field :
        List.of(
            "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='" + from + "'/>",
            "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' parse='text' href='"
                + from
                + "'><xi:fallback>x</xi:fallback></xi:include>",
            "<SURL href='" + from + "'/>",
            "<xop:Include xmlns:xop='http://www.w3.org/2004/08/xop/include' href='"
                + from
                + "'/>")) {
      String text = mkdir(field).body() + endpoint.backend.requests;
      assertFalse(text.contains("treasure"), text);
      endpoint.backend.requests.clear();
    }
  }

  @Test
  void noDocumentTypeIsReadFromAnywhere() throws Exception {
    for (String type :
        List.of(
            "<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x.dtd'>",
            "<!DOCTYPE x PUBLIC '-//W3C//DTD XHTML 1.0//EN' 'file:///etc/hostname'>",
            "<!DOCTYPE x [<!ENTITY % p SYSTEM 'file:///etc/hostname'> %p;]>",
            "<!DOCTYPE x [<!ATTLIST SURL href CDATA 'srm://h/treasure'>]>",
            "<!DOCTYPE x>")) {
      refused(endpoint.post(type + envelope("<SURL>srm://h/a</SURL>")));
    }
  }

  /** What is well-formed in an encoding that XML knows is read in it, and the same comes out. */
  @Test
  void otherEncodingsSayTheSame() throws Exception {
    String call = envelope("<SURL>srm://h/ab</SURL>");
    for (byte[] bytes :
        List.of(
            with("feff", call, UTF_16BE),
            with("fffe", call, UTF_16LE),
            with("efbbbf", call, UTF_8),
            with("", declared("UTF-16BE", call), UTF_16BE),
            with("", declared("ISO-8859-1", call), UTF_8),
            with("0000feff", call, Charset.forName("UTF-32BE")))) {
      Endpoint.Reply reply = post(bytes);
      if (endpoint.backend.requests.isEmpty()) {
        refused(reply);
      } else {
        assertEquals("srm://h/ab", made());
        endpoint.backend.requests.clear();
      }
    }
  }

  /** UTF-7 hides brackets from whoever looks for them; nobody needs it. */
  @Test
  void encodingsThatHideOrLieAreRefused() throws Exception {
    String call = envelope("<SURL>srm://h/ab</SURL>");
    String hidden = call.replace("<", "+ADw-").replace(">", "+AD4-");
    for (byte[] bytes :
        List.of(
            with("", declared("UTF-7", call), UTF_8),
            with("", declared("UTF-7", "") + hidden, UTF_8),
            with("", hidden, UTF_8),
            with("", declared("no-such-encoding", call), UTF_8),
            with("", declared("UTF-16", call), UTF_8),
            with("feff", declared("UTF-8", call), UTF_16BE),
            with("fffe", call, UTF_16BE),
            with("", call.replace("ab", "\u00e4"), Charset.forName("ISO-8859-1")),
            cut(with("feff", call, UTF_16BE)))) {
      Endpoint.Reply reply = post(bytes);
      if (!endpoint.backend.requests.isEmpty()) {
        assertEquals("srm://h/ab", made(), "read, and differently");
        endpoint.backend.requests.clear();
      } else {
        refused(reply);
      }
    }
  }

  private static byte[] cut(byte[] bytes) {
    return Arrays.copyOf(bytes, bytes.length - 1);
  }

  private static String declared(String encoding, String call) {
    return "<?xml version='1.0' encoding='" + encoding + "'?>" + call;
  }

  private static byte[] with(String mark, String text, Charset charset) {
    byte[] begin = HexFormat.of().parseHex(mark);
    byte[] bytes = text.getBytes(charset);
    byte[] all = Arrays.copyOf(begin, begin.length + bytes.length);
    System.arraycopy(bytes, 0, all, begin.length, bytes.length);
    return all;
  }

  /** Over-long and broken UTF-8: {@code /} in two bytes, halves of pairs, ends in the middle. */
  @ParameterizedTest
  @ValueSource(strings = {"c0af", "e080af", "eda080", "f4908080", "ff", "c3", "80"})
  void brokenUtf8IsRefused(String hex) throws Exception {
    String[] around = envelope("<SURL>srm://h/@</SURL>").split("@", -1);
    byte[] front = with("", around[0], UTF_8);
    byte[] bad = with(hex, around[1], UTF_8);
    byte[] all = Arrays.copyOf(front, front.length + bad.length);
    System.arraycopy(bad, 0, all, front.length, bad.length);
    refused(post(all));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // nobody's operation, in the name of another namespace
        "<x:srmMkdir xmlns:x='urn:elsewhere'><srmMkdirRequest><SURL>srm://h/a</SURL>"
            + "</srmMkdirRequest></x:srmMkdir>",
        "<srmMkdir><srmMkdirRequest><SURL>srm://h/a</SURL></srmMkdirRequest></srmMkdir>",
        // a prefix that nobody declared
        "<y:srmMkdir><srmMkdirRequest><SURL>srm://h/a</SURL></srmMkdirRequest></y:srmMkdir>",
        // a prefix taken back, or xml's own
        "<s:srmMkdir xmlns:s=''><srmMkdirRequest/></s:srmMkdir>",
        "<s:srmMkdir xmlns:xml='urn:x'><srmMkdirRequest/></s:srmMkdir>",
        // one attribute twice under two prefixes
        "<s:srmMkdir xmlns:a='urn:x' xmlns:b='urn:x' a:c='1'"
            + " b:c='2'><srmMkdirRequest/></s:srmMkdir>"
      })
  void namespacesAreNoDisguise(String inside) throws Exception {
    refused(endpoint.post(body(inside)));
  }

  @Test
  void ofTwoCallsTheFirstCountsAndOfTwoValuesOne() throws Exception {
    String call =
        "<s:srmMkdir><srmMkdirRequest><SURL>srm://h/%s</SURL></srmMkdirRequest></s:srmMkdir>";
    endpoint.post(body(call.formatted("a") + call.formatted("b")));
    assertEquals("srm://h/a", made());
    endpoint.backend.requests.clear();
    mkdir("<SURL>srm://h/a</SURL><SURL>srm://h/b</SURL>");
    assertTrue(endpoint.backend.requests.size() <= 1, endpoint.backend.requests.toString());
  }

  @Test
  void aCallInTheHeaderIsNone() throws Exception {
    String call =
        "<s:srmMkdir><srmMkdirRequest><SURL>srm://h/a</SURL></srmMkdirRequest></s:srmMkdir>";
    refused(
        endpoint.post(
            "<e:Envelope xmlns:e='"
                + SOAP
                + "' xmlns:s='"
                + SRM
                + "'><e:Header>"
                + call
                + "</e:Header><e:Body/></e:Envelope>"));
  }

  /** Each would take a parser that keeps all names, or looks at each pair of them, far. */
  @Test
  void manyNamesCostNoMoreThanTheyAreLong() throws Exception {
    long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    StringBuilder names = new StringBuilder();
    IntStream.range(0, 5_000).forEach(i -> names.append("<n" + i + "/>"));
    StringBuilder spaces = new StringBuilder();
    IntStream.range(0, 60).forEach(i -> spaces.append(" xmlns:p" + i + "='urn:" + i + "'"));
    for (int round = 0; round < 40; round++) {
      mkdir(names.toString().replace("<n", "<r" + round));
      mkdir("<SURL" + spaces + " " + "a".repeat(100_000) + "='1'>srm://h/a</SURL>");
      mkdir("<SURL a='" + "x".repeat(200_000) + "'>srm://h/a</SURL>");
      mkdir(("<d" + spaces + ">").repeat(11) + "</d>".repeat(11));
    }
    System.gc();
    long more = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory() - used;
    assertTrue(more < 24 << 20, more + " bytes more than before");
  }

  @Test
  void nothingIsLeftOfABodyThatNeverBecomesOne() throws IOException, Exception {
    for (String broken :
        List.of("<", "<e:", "<a b='", "<!--", "<![CDATA[", "<?xml", "&#x", "&lt")) {
      refused(endpoint.post(broken + "x".repeat(10_000)));
    }
  }
}
