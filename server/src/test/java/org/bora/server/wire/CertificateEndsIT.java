package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bora.api.figures.CertificateEnd;
import org.bora.server.config.ConfigurationFile;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When certificates that a backend reads from files expire. */
class CertificateEndsIT {
  private static final Instant FIRST = Instant.parse("2031-01-01T00:00:00Z");
  private static final Instant RENEWED = Instant.parse("2032-01-01T00:00:00Z");

  @TempDir private Path directory;

  @Test
  void theCertificateForChecksIsReadAnew() throws Exception {
    Path file = directory.resolve("hostcert.pem");
    ProbeCertificate certificate = new ProbeCertificate(file);
    certificate.look();
    assertEquals(List.of(), certificate.ends(), "there is no file");
    pair("host", FIRST);
    certificate.look();
    assertEquals(List.of(new CertificateEnd("host_certificate", FIRST)), certificate.ends());
    pair("host", RENEWED);
    certificate.look();
    assertEquals(List.of(new CertificateEnd("host_certificate", RENEWED)), certificate.ends());
    Files.writeString(file, "no certificate");
    certificate.look();
    assertEquals(List.of(), certificate.ends());
  }

  @Test
  void aRecallTableHasOneWhereItSpeaksTls() throws Exception {
    pair("table", FIRST);
    assertEquals(
        List.of(new CertificateEnd("recall_table_certificate", FIRST)),
        ofRecallTable("certificate: %1$s/tablecert.pem, key: %1$s/tablekey.pem"));
    assertEquals(List.of(), ofRecallTable("host: 127.0.0.1, tls: false"));
  }

  private List<CertificateEnd> ofRecallTable(String keys) throws IOException {
    var outcome =
        ConfigurationFile.parse(
            directory.resolve("bora.yaml"),
            """
            areas: [{name: a, sfn: /a, root: /a, class: d1t1, library: robot}]
            tape: {libraries: [{name: robot, driver: recall-table, recall-table: {%s}}]}
            """
                .formatted(keys.formatted(directory)));
    var valid = assertInstanceOf(ConfigurationFile.Outcome.Valid.class, outcome, outcome::toString);
    return BoardParts.certificates(valid.configuration().backend().tape().libraries());
  }

  /** A certificate and its key, both PEM. */
  private void pair(String name, Instant end) throws Exception {
    KeyPair keys = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    X500Name subject = new X500Name("CN=" + name);
    var certificate =
        new JcaX509v3CertificateBuilder(
                subject,
                BigInteger.ONE,
                Date.from(Instant.EPOCH),
                Date.from(end),
                subject,
                keys.getPublic())
            .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()));
    write(name + "cert.pem", "CERTIFICATE", certificate.getEncoded());
    write(name + "key.pem", "PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  private void write(String file, String what, byte[] content) throws IOException {
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    Files.writeString(
        directory.resolve(file),
        "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
  }
}
