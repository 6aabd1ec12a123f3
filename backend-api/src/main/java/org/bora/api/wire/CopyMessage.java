package org.bora.api.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.wire.proto.CopyGrpc;
import org.bora.api.wire.proto.CopyProto;

/**
 * srmCopy as it travels: a protobuf message, in whose fields {@value #KEY} and {@value
 * #CERTIFICATE} the credential lies. The credential is no part of {@link #request()}, so nothing
 * that shows protobuf messages (logs, traces, debuggers' text forms) can show the key; it exists in
 * bytes only between the marshaller and the connection, which is TLS or this process itself.
 *
 * @param request all but the credential
 * @param credential what the caller delegated
 */
public record CopyMessage(CopyProto.CopyRequest request, Optional<DelegatedCredential> credential) {

  /** The call; the generated one would take the message without its credential. */
  public static final MethodDescriptor<CopyMessage, CopyProto.CopyReply> METHOD =
      CopyGrpc.getCopyMethod().toBuilder(
              new Bytes(), CopyGrpc.getCopyMethod().getResponseMarshaller())
          .build();

  private static final int KEY = 10;
  private static final int CERTIFICATE = 11;

  public CopyMessage {
    Objects.requireNonNull(request, "request");
    Objects.requireNonNull(credential, "credential");
  }

  ByteString toByteString() {
    var credentialFields = UnknownFieldSet.newBuilder();
    credential.ifPresent(
        delegated -> {
          credentialFields.addField(KEY, bytes(List.of(delegated.key().getEncoded())));
          credentialFields.addField(
              CERTIFICATE, bytes(delegated.chain().stream().map(CopyMessage::der).toList()));
        });
    return request.toByteString().concat(credentialFields.build().toByteString());
  }

  static CopyMessage parseFrom(InputStream stream) throws IOException {
    var whole = CopyProto.CopyRequest.parseFrom(stream);
    UnknownFieldSet beside = whole.getUnknownFields();
    return new CopyMessage(
        whole.toBuilder().setUnknownFields(UnknownFieldSet.getDefaultInstance()).build(),
        beside.hasField(KEY) ? Optional.of(credential(beside)) : Optional.empty());
  }

  private static DelegatedCredential credential(UnknownFieldSet fields) {
    try {
      var factory = CertificateFactory.getInstance("X.509");
      var chain = new ArrayList<X509Certificate>();
      for (ByteString der : fields.getField(CERTIFICATE).getLengthDelimitedList()) {
        chain.add((X509Certificate) factory.generateCertificate(der.newInput()));
      }
      List<ByteString> keys = fields.getField(KEY).getLengthDelimitedList();
      if (chain.isEmpty() || keys.size() != 1) {
        throw MalformedMessage.unknown("DelegatedCredential");
      }
      String algorithm = chain.getFirst().getPublicKey().getAlgorithm();
      PrivateKey key =
          KeyFactory.getInstance(algorithm)
              .generatePrivate(new PKCS8EncodedKeySpec(keys.getFirst().toByteArray()));
      return new DelegatedCredential(key, chain);
    } catch (GeneralSecurityException unreadable) {
      // Without its cause, which may quote what it could not read.
      throw new MalformedMessage("a DelegatedCredential cannot be read");
    }
  }

  private static UnknownFieldSet.Field bytes(List<byte[]> values) {
    var field = UnknownFieldSet.Field.newBuilder();
    values.forEach(value -> field.addLengthDelimited(ByteString.copyFrom(value)));
    return field.build();
  }

  private static byte[] der(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateException impossible) {
      throw new IllegalStateException("a certificate that was read has no encoding", impossible);
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<CopyMessage> {

    @Override
    public InputStream stream(CopyMessage message) {
      return message.toByteString().newInput();
    }

    @Override
    public CopyMessage parse(InputStream stream) {
      try {
        return parseFrom(stream);
      } catch (IOException | MalformedMessage unreadable) {
        throw Status.INVALID_ARGUMENT
            .withDescription("a copy that cannot be read")
            .asRuntimeException();
      }
    }
  }
}
