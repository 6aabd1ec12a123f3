package org.bora.frontend.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.bora.contract.ISRM;
import org.bora.contract.SrmLsRequest;
import org.bora.contract.SrmPrepareToPutRequest;
import org.bora.contract.SrmRmRequest;
import org.bora.contract.codec.ContractField;
import org.bora.contract.codec.ContractType;
import org.bora.contract.codec.Envelope;
import org.bora.contract.codec.ReplyWriter;
import org.bora.contract.codec.XmlOutput;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Document;

/** The reader and the writer mean by a type of the contract what its annotations say. */
class ContractCodecTest {
  private static final int TIMES = 20;
  private static final List<String> TEXTS =
      List.of("", "a", "/a b", "<&>\"'", " \t\n ", "\u00e4\u20ac\ud83d\ude00", "]]>", "a\rb");

  private final Function<Class<?>, ContractType> types = ContractType.all();
  private final Map<String, Scan.Scanner> scanners = new HashMap<>();
  private final SoapSettings settings = SoapSettings.defaults("httpg://h", "1");

  @TestFactory
  Stream<DynamicTest> everyReplyIsWrittenAsItsAnnotationsSay() throws JAXBException {
    JAXBContext contract = contract();
    return operations()
        .map(
            operation ->
                DynamicTest.dynamicTest(
                    operation.getName(), () -> writtenAlike(contract, operation)));
  }

  private void writtenAlike(JAXBContext contract, Method operation) throws Exception {
    Random random = new Random(operation.getName().hashCode());
    for (int i = 0; i < TIMES; i++) {
      Object reply = any(types.apply(operation.getReturnType()), random, 0);
      String ours = written(operation.getName(), reply);
      String theirs = within(ours, marshalled(contract, operation.getName() + "Response", reply));
      assertTrue(document(theirs).isEqualNode(document(ours)), () -> theirs + "\n" + ours);
    }
  }

  @TestFactory
  Stream<DynamicTest> everyRequestIsReadAsItsAnnotationsSay() throws JAXBException {
    JAXBContext contract = contract();
    return operations()
        .map(
            operation ->
                DynamicTest.dynamicTest(operation.getName(), () -> readAlike(contract, operation)));
  }

  private void readAlike(JAXBContext contract, Method operation) throws JAXBException {
    Class<?> type = operation.getParameterTypes()[0];
    Random random = new Random(operation.getName().hashCode());
    String name = operation.getName();
    for (int i = 0; i < TIMES; i++) {
      String sent = marshalled(contract, name + "Request", any(types.apply(type), random, 0));
      Scan.Sound sound = assertInstanceOf(Scan.Sound.class, scan(name, type, sent));
      assertEquals(sent, marshalled(contract, name + "Request", sound.part()));
    }
  }

  @Test
  void whatIsNilOrUnknownIsLeftOutWithAllThatIsInIt() {
    SrmRmRequest request =
        read(
            "srmRm",
            SrmRmRequest.class,
            """
            <x><arrayOfSURLs><urlArray>no</urlArray></arrayOfSURLs></x>
            <authorizationID x:nil=' true ' xmlns:x='%s'>no<b/></authorizationID>
            <arrayOfSURLs><urlArray x:nil='1' xmlns:x='%s'>no</urlArray><other/>
            <urlArray>srm://h/<!-- parted -->a<b>no</b></urlArray></arrayOfSURLs>"""
                .formatted(Envelope.SCHEMA_INSTANCE, Envelope.SCHEMA_INSTANCE));

    assertEquals(null, request.getAuthorizationID());
    assertEquals(List.of("srm://h/a"), request.getArrayOfSURLs().getUrlArray());
  }

  @Test
  void orderAndNamespacesDoNotCountAndTheLastOfTwoHolds() {
    SrmLsRequest request =
        read(
            "srmLs",
            SrmLsRequest.class,
            "<count> 7 </count><s:offset>1</s:offset><offset>2</offset><fullDetailedList>1</fullDetailedList>");

    assertEquals(7, request.getCount());
    assertEquals(2, request.getOffset());
    assertTrue(request.isFullDetailedList());
  }

  @Test
  void theFirstTextThatIsNoValueIsAFlawAndNotTakenForAbsent() {
    Scan scan =
        scan(
            "srmPrepareToPut",
            SrmPrepareToPutRequest.class,
            "<srmPrepareToPutRequest><desiredPinLifeTime>soon</desiredPinLifeTime><desiredFileLifeTime/></srmPrepareToPutRequest>");

    assertEquals(new Scan.Mistaken("srmPrepareToPut", "not a whole number of 32 bits: soon"), scan);
  }

  private <T> T read(String operation, Class<T> type, String fields) {
    String part = "<" + operation + "Request>" + fields + "</" + operation + "Request>";
    Scan.Sound sound = assertInstanceOf(Scan.Sound.class, scan(operation, type, part));
    return type.cast(sound.part());
  }

  private Scan scan(String operation, Class<?> type, String part) {
    String document =
        "<e:Envelope xmlns:e='%s'><e:Body><s:%s xmlns:s='%s'>%s</s:%s></e:Body></e:Envelope>"
            .formatted(Envelope.SOAP, operation, Envelope.SRM, part, operation);
    return scanners
        .computeIfAbsent(
            operation, one -> new Scan.Scanner(settings, Map.of(one, types.apply(type))))
        .scan(Body.of(document.getBytes(UTF_8)));
  }

  private String written(String operation, Object reply) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    XmlOutput out = new XmlOutput(bytes, 1 << 20);
    new ReplyWriter(types).write(operation, reply, out);
    out.flush();
    return bytes.toString(UTF_8);
  }

  /** The same envelope around another part. */
  private static String within(String envelope, String part) {
    int body = envelope.indexOf("<soap:Body>");
    int begin = envelope.indexOf('>', body + "<soap:Body>".length()) + 1;
    return envelope.substring(0, begin) + part + envelope.substring(envelope.indexOf("</srm:"));
  }

  private static String marshalled(JAXBContext contract, String name, Object part)
      throws JAXBException {
    Marshaller marshaller = contract.createMarshaller();
    marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
    StringWriter text = new StringWriter();
    @SuppressWarnings({"unchecked", "rawtypes"}) // a part has the type that it has
    JAXBElement<?> element = new JAXBElement(new QName(name), part.getClass(), part);
    marshaller.marshal(element, text);
    return text.toString();
  }

  private static Document document(String text) throws Exception {
    DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
    documents.setNamespaceAware(true);
    return documents.newDocumentBuilder().parse(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  /** An instance with some of its fields; a field of a structure that may hold itself ends. */
  private static Object any(ContractType type, Random random, int depth) {
    Object instance = type.empty();
    for (ContractField field : type.fields()) {
      int times = random.nextInt(field.isList() ? 3 : 2);
      for (int i = 0; i < times && (depth < 5 || !field.isStructure()); i++) {
        field.put(instance, value(field, random, depth));
      }
    }
    return instance;
  }

  private static Object value(ContractField field, Random random, int depth) {
    if (field.isStructure()) {
      return any(field.structure(), random, depth + 1);
    }
    for (String text : List.of("17", "true", Instant.EPOCH.toString())) {
      try {
        Object value = field.value(text);
        return value instanceof String ? TEXTS.get(random.nextInt(TEXTS.size())) : value;
      } catch (IllegalArgumentException ofAnotherType) {
        // the next one is
      }
    }
    throw new AssertionError(field.name());
  }

  private static Stream<Method> operations() {
    return Arrays.stream(ISRM.class.getMethods());
  }

  private static JAXBContext contract() throws JAXBException {
    return JAXBContext.newInstance(
        operations()
            .flatMap(one -> Stream.of(one.getReturnType(), one.getParameterTypes()[0]))
            .toArray(Class<?>[]::new));
  }
}
