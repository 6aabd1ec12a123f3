package org.bora.frontend.soap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bora.api.directory.Attributes;
import org.bora.api.directory.LsEntry;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsStream;
import org.bora.api.directory.PathDetail;
import org.bora.api.directory.Permission;
import org.bora.api.word.AccessLatency;
import org.bora.api.word.FileLocality;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.FileType;
import org.bora.api.word.PermissionMode;
import org.bora.api.word.RetentionPolicy;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.contract.SrmLsResponse;
import org.bora.contract.codec.Envelope;
import org.bora.contract.codec.SafeXml;
import org.bora.contract.codec.XmlOutput;

/** What is written by hand is what the contract's own types would be. */
class LsWriterTest {
  private static final SafeXml XML = new SafeXml();
  private static final JAXBContext CONTRACT = contract();
  private static final int BUFFER = 4096;

  @Property(tries = 300)
  void aListingIsWrittenAsTheContractHasIt(@ForAll("replies") LsReply reply) throws Exception {
    assertEquals(events(byContract(reply)), withoutEnvelope(events(byWriter(reply))));
  }

  @Example
  void namesThatXmlCannotCarryAreReplacedAndOthersArriveAsTheyAre() throws Exception {
    String name = "/vo/a<b>&\"'c]]>\r\n\t\u00e4\u20ac\ud83d\ude00\u0001\ufffe\u007f\u0085";
    LsReply reply = LsReply.of(ReturnStatus.success(), List.of(bare(name)));
    String document = new String(byWriter(reply), java.nio.charset.StandardCharsets.UTF_8);
    String read = "/vo/a<b>&\"'c]]>\r\n\t\u00e4\u20ac\ud83d\ude00\ufffd\ufffd\u007f\u0085";
    assertTrue(events(byWriter(reply)).contains("text " + read), document);
    assertFalse(document.contains("\u0001"), document);
    assertTrue(
        events(byWriter(LsReply.of(ReturnStatus.success(), List.of(bare("half \ud83d")))))
            .contains("text half \ufffd"));
  }

  @Example
  void timesAreWrittenInUtcToTheSecondWhateverTheYear() throws Exception {
    for (String time :
        List.of(
            "1969-12-31T23:59:59.999Z",
            "1970-01-01T00:00:00Z",
            "2026-02-28T23:59:59.999999999Z",
            "9999-12-31T23:59:59Z",
            "+10000-01-01T00:00:00Z")) {
      LsReply reply =
          LsReply.of(ReturnStatus.success(), List.of(file("/f", Instant.parse(time), 1)));
      assertEquals(events(byContract(reply)), withoutEnvelope(events(byWriter(reply))), time);
    }
  }

  @Example
  void aLongListingGoesThroughASmallBuffer() throws IOException {
    int entries = 5_000;
    long[] longest = new long[2];
    OutputStream sink =
        new OutputStream() {
          @Override
          public void write(int octet) {
            throw new AssertionError("byte by byte");
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            longest[0] = Math.max(longest[0], length);
            longest[1] += length;
          }
        };
    XmlOutput out = new XmlOutput(sink, BUFFER);
    new LsWriter("srmLs", out).write(generated(entries));
    assertFalse(out.isWhole());
    out.flush();
    assertTrue(longest[0] <= BUFFER, () -> longest[0] + " bytes at once");
    assertTrue(longest[1] > entries * 500L, () -> longest[1] + " bytes");
  }

  @Example
  void aListingThatEndsWithinAnEntryIsNoReply() {
    LsStream broken =
        stream(
            List.of(new LsEntry("/d", ReturnStatus.success(), Optional.empty(), 2)).iterator()
                ::next,
            1);
    XmlOutput out = new XmlOutput(OutputStream.nullOutputStream(), BUFFER);
    assertThrows(IllegalStateException.class, () -> new LsWriter("srmLs", out).write(broken));
  }

  private static JAXBContext contract() {
    try {
      return JAXBContext.newInstance(SrmLsResponse.class);
    } catch (JAXBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LsStream generated(int entries) {
    int[] at = new int[1];
    Attributes attributes = file("", Instant.EPOCH, 1).attributes().orElseThrow();
    return stream(
        () -> {
          int number = at[0]++;
          return new LsEntry(
              "/vo/d/" + number,
              ReturnStatus.success(),
              Optional.of(attributes),
              number == 0 ? entries : 0);
        },
        entries + 1);
  }

  private static LsStream stream(java.util.function.Supplier<LsEntry> entries, int count) {
    int[] left = {count};
    return new LsStream() {
      @Override
      public ReturnStatus status() {
        return ReturnStatus.success();
      }

      @Override
      public Optional<String> token() {
        return Optional.empty();
      }

      @Override
      public Optional<LsEntry> next() {
        return left[0]-- > 0 ? Optional.of(entries.get()) : Optional.empty();
      }

      @Override
      public void close() {}
    };
  }

  private static byte[] byWriter(LsReply reply) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    XmlOutput out = new XmlOutput(bytes, BUFFER);
    new LsWriter("srmLs", out).write(LsStream.of(reply));
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] byContract(LsReply reply) throws JAXBException, XMLStreamException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    XMLStreamWriter writer = XML.writers().createXMLStreamWriter(bytes, "UTF-8");
    Marshaller marshaller = CONTRACT.createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    marshaller.marshal(
        new JAXBElement<>(
            new QName("srmLsResponse"), SrmLsResponse.class, ContractListing.of(reply)),
        writer);
    writer.close();
    return bytes.toByteArray();
  }

  /** What a reader of a document gets to see. */
  private static List<String> events(byte[] document) throws XMLStreamException {
    List<String> events = new ArrayList<>();
    XMLStreamReader reader = XML.reader(new ByteArrayInputStream(document));
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          assertEquals(0, reader.getAttributeCount());
          events.add("open " + reader.getName());
        }
        case XMLStreamConstants.END_ELEMENT -> events.add("close");
        case XMLStreamConstants.CHARACTERS -> events.add("text " + reader.getText());
        default -> {}
      }
    }
    return events;
  }

  private static List<String> withoutEnvelope(List<String> events) {
    assertEquals(
        List.of(
            "open {" + Envelope.SOAP + "}Envelope",
            "open {" + Envelope.SOAP + "}Body",
            "open {" + Envelope.SRM + "}srmLsResponse"),
        events.subList(0, 3));
    return events.subList(3, events.size() - 3);
  }

  private static PathDetail bare(String path) {
    return new PathDetail(path, ReturnStatus.success(), Optional.empty(), List.of());
  }

  private static PathDetail file(String path, Instant time, long size) {
    return new PathDetail(
        path,
        ReturnStatus.success(),
        Optional.of(
            new Attributes(
                FileType.FILE,
                size,
                time,
                time,
                new Permission("alice", PermissionMode.RW),
                new Permission("testvo", PermissionMode.R),
                PermissionMode.NONE,
                FileLocality.ONLINE,
                new RetentionPolicyInfo(RetentionPolicy.REPLICA, Optional.empty()),
                Optional.of("00dc0073"),
                Optional.of("space-1"),
                FileStorageType.PERMANENT,
                OptionalInt.of(-1),
                OptionalInt.of(-1))),
        List.of());
  }

  @Provide
  Arbitrary<LsReply> replies() {
    return Combinators.combine(statuses(), texts().optional(), details(3).list().ofMaxSize(3))
        .as(LsReply::new);
  }

  private static Arbitrary<PathDetail> details(int levels) {
    Arbitrary<List<PathDetail>> children =
        levels == 0
            ? Arbitraries.just(List.of())
            : Arbitraries.lazy(() -> details(levels - 1)).list().ofMaxSize(3);
    return Combinators.combine(texts(), statuses(), attributes().optional(), children)
        .as(PathDetail::new);
  }

  private static Arbitrary<ReturnStatus> statuses() {
    return Combinators.combine(Arbitraries.of(SrmStatus.class), texts()).as(ReturnStatus::of);
  }

  /**
   * Any characters but those that the contract's writer does not get right: halves of pairs, and
   * the two non-characters, which it writes as references that no parser takes.
   */
  private static Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withChars("<>&\"'] \t\r\n\u0000\u0008\u007f\u00e4\u20ac")
        .withCharRange('a', 'e')
        .ofMaxLength(12)
        .map(text -> text + (text.length() > 6 ? "\ud83d\ude00" : ""));
  }

  private static Arbitrary<Permission> permissions() {
    return Combinators.combine(texts(), Arbitraries.of(PermissionMode.class)).as(Permission::new);
  }

  private static Arbitrary<RetentionPolicyInfo> retentions() {
    return Combinators.combine(
            Arbitraries.of(RetentionPolicy.class), Arbitraries.of(AccessLatency.class).optional())
        .as(RetentionPolicyInfo::new);
  }

  private static Arbitrary<OptionalInt> lifetimes() {
    return Arbitraries.integers()
        .optional()
        .map(left -> left.map(OptionalInt::of).orElseGet(OptionalInt::empty));
  }

  private static Arbitrary<Instant> times() {
    return Arbitraries.longs()
        .between(-100_000_000_000L, 300_000_000_000L)
        .map(Instant::ofEpochSecond);
  }

  private static Arbitrary<Attributes> attributes() {
    Arbitrary<Function<Attributes, Attributes>> last =
        Combinators.combine(texts().optional(), texts().optional(), lifetimes(), lifetimes())
            .as(LsWriterTest::withLast);
    return Combinators.combine(
            Arbitraries.of(FileType.class),
            Arbitraries.longs().greaterOrEqual(0),
            times(),
            permissions(),
            Arbitraries.of(FileLocality.class),
            retentions(),
            Arbitraries.of(FileStorageType.class),
            last)
        .as(
            (type, size, time, permission, locality, retention, storage, rest) ->
                rest.apply(
                    new Attributes(
                        type,
                        size,
                        time,
                        time.plusSeconds(1),
                        permission,
                        permission,
                        permission.mode(),
                        locality,
                        retention,
                        Optional.empty(),
                        Optional.empty(),
                        storage,
                        OptionalInt.empty(),
                        OptionalInt.empty())));
  }

  private static Function<Attributes, Attributes> withLast(
      Optional<String> checksum, Optional<String> token, OptionalInt assigned, OptionalInt left) {
    return one ->
        new Attributes(
            one.type(),
            one.size(),
            one.createdAt(),
            one.modifiedAt(),
            one.owner(),
            one.group(),
            one.other(),
            one.locality(),
            one.retention(),
            checksum,
            token,
            one.storageType(),
            assigned,
            left);
  }
}
