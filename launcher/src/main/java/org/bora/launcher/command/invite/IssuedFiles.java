package org.bora.launcher.command.invite;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Set;

/** Writes certificates and keys. A file that is there already is never replaced. */
final class IssuedFiles {
  /** Without letters and digits that look alike. */
  private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

  private static final int GROUPS = 4;
  private static final int GROUP_LENGTH = 5;
  private static final int LINE = 64;

  private IssuedFiles() {}

  /** Readable by everybody. */
  static void certificate(Path file, X509Certificate certificate)
      throws IOException, GeneralSecurityException {
    write(file, "rw-r--r--", pem("CERTIFICATE", certificate.getEncoded()));
  }

  /** PKCS #8, readable by its owner. */
  static void key(Path file, PrivateKey key) throws IOException {
    write(file, "rw-------", pem("PRIVATE KEY", key.getEncoded()));
  }

  /**
   * PKCS #12 for a browser, readable by its owner.
   *
   * @param name that browsers show
   */
  static void store(
      Path file, String name, AdminAuthority.Issued issued, X509Certificate issuer, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    Certificate[] chain = {issued.certificate(), issuer};
    store.setKeyEntry(name, issued.key(), password, chain);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    store.store(bytes, password);
    write(file, "rw-------", bytes.toByteArray());
  }

  /** 20 letters and digits in groups: 100 bits. */
  static String password() {
    SecureRandom random = new SecureRandom();
    StringBuilder password = new StringBuilder();
    for (int i = 0; i < GROUPS * GROUP_LENGTH; i++) {
      if (i > 0 && i % GROUP_LENGTH == 0) {
        password.append('-');
      }
      password.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return password.toString();
  }

  /** Gives a file to the account of the service; without effect if there is no such account. */
  static void giveTo(String account, Path file) throws IOException {
    try {
      var accounts = file.getFileSystem().getUserPrincipalLookupService();
      Files.setOwner(file, accounts.lookupPrincipalByName(account));
    } catch (UserPrincipalNotFoundException noPackage) {
      // a checkout: who runs this is who runs Bora
    }
  }

  private static byte[] pem(String kind, byte[] der) {
    byte[] end = {'\n'};
    String lines = Base64.getMimeEncoder(LINE, end).encodeToString(der);
    String text = "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void write(Path file, String mode, byte[] bytes) throws IOException {
    var permissions = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
    var how = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (OutputStream out =
        Channels.newOutputStream(Files.newByteChannel(file, how, permissions))) {
      out.write(bytes);
    }
  }
}
