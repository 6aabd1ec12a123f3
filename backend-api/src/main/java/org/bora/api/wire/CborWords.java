package org.bora.api.wire;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Surl;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Types that are not written as a map of components: a SURL is written as text, a time as seconds,
 * and a delegated credential as the bytes of its key and certificates. The credential exists in
 * bytes only between here and the connection, which is TLS or this process itself; one that cannot
 * be read is refused without quoting it.
 */
final class CborWords {

  private CborWords() {}

  static JacksonModule module() {
    return new SimpleModule("bora")
        .addSerializer(new Writer<>(Surl.class, (surl, to) -> to.writeString(surl.text())))
        .addDeserializer(Surl.class, new Reader<>(Surl.class, CborWords::surl))
        .addSerializer(new Writer<>(Instant.class, CborWords::write))
        .addDeserializer(Instant.class, new Reader<>(Instant.class, CborWords::time))
        .addSerializer(new Writer<>(DelegatedCredential.class, CborWords::write))
        .addDeserializer(
            DelegatedCredential.class,
            new Reader<>(DelegatedCredential.class, CborWords::credential));
  }

  @FunctionalInterface
  private interface Writing<T> {
    void write(T value, JsonGenerator to);
  }

  @FunctionalInterface
  private interface Reading<T> {
    T read(JsonParser from);
  }

  private static final class Writer<T> extends StdSerializer<T> {
    private final Writing<T> writing;

    Writer(Class<T> type, Writing<T> writing) {
      super(type);
      this.writing = writing;
    }

    @Override
    public void serialize(T value, JsonGenerator to, SerializationContext context) {
      writing.write(value, to);
    }
  }

  private static final class Reader<T> extends StdDeserializer<T> {
    private final Reading<T> reading;

    Reader(Class<T> type, Reading<T> reading) {
      super(type);
      this.reading = reading;
    }

    @Override
    public T deserialize(JsonParser from, DeserializationContext context) {
      return reading.read(from);
    }
  }

  private static Surl surl(JsonParser from) {
    if (from.currentToken() != JsonToken.VALUE_STRING) {
      throw MalformedMessage.unknown("Surl");
    }
    return new Surl(from.getString());
  }

  private static void write(Instant time, JsonGenerator to) {
    if (time.getNano() == 0) {
      to.writeNumber(time.getEpochSecond());
    } else {
      to.writeStartArray();
      to.writeNumber(time.getEpochSecond());
      to.writeNumber(time.getNano());
      to.writeEndArray();
    }
  }

  private static Instant time(JsonParser from) {
    try {
      if (from.currentToken() != JsonToken.START_ARRAY) {
        return Instant.ofEpochSecond(number(from));
      }
      from.nextToken();
      long seconds = number(from);
      from.nextToken();
      long nanos = number(from);
      if (from.nextToken() != JsonToken.END_ARRAY) {
        throw MalformedMessage.unknown("Instant");
      }
      return Instant.ofEpochSecond(seconds, nanos);
    } catch (DateTimeException | ArithmeticException beyondAllTime) {
      throw new MalformedMessage("a time is beyond all time", beyondAllTime);
    }
  }

  private static long number(JsonParser from) {
    if (from.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw MalformedMessage.unknown("Instant");
    }
    return from.getLongValue();
  }

  private static void write(DelegatedCredential credential, JsonGenerator to) {
    to.writeStartArray();
    to.writeBinary(credential.key().getEncoded());
    for (X509Certificate certificate : credential.chain()) {
      try {
        to.writeBinary(certificate.getEncoded());
      } catch (CertificateEncodingException impossible) {
        throw new IllegalStateException("a certificate that was read has no encoding", impossible);
      }
    }
    to.writeEndArray();
  }

  private static DelegatedCredential credential(JsonParser from) {
    if (from.currentToken() != JsonToken.START_ARRAY) {
      throw MalformedMessage.unknown("DelegatedCredential");
    }
    List<byte[]> parts = new ArrayList<>();
    while (from.nextToken() != JsonToken.END_ARRAY) {
      if (from.currentToken() != JsonToken.VALUE_EMBEDDED_OBJECT) {
        throw MalformedMessage.unknown("DelegatedCredential");
      }
      parts.add(from.getBinaryValue());
    }
    if (parts.size() < 2) {
      throw MalformedMessage.unknown("DelegatedCredential");
    }
    try {
      var factory = CertificateFactory.getInstance("X.509");
      var chain = new ArrayList<X509Certificate>();
      for (byte[] der : parts.subList(1, parts.size())) {
        chain.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
      }
      String algorithm = chain.getFirst().getPublicKey().getAlgorithm();
      PrivateKey key =
          KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(parts.getFirst()));
      return new DelegatedCredential(key, chain);
    } catch (GeneralSecurityException unreadable) {
      // Without its cause, which may quote what it could not read.
      throw new MalformedMessage("a DelegatedCredential cannot be read");
    }
  }
}
