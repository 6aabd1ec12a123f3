package org.bora.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.bora.admin.AdminReply;

/** Answers requests for a file of the page, which is read from the class path once. */
final class PageFile {
  private static final int TAG_BYTES = 16;

  private PageFile() {}

  /**
   * Reads it. Its tag is made of its content: a browser that has the same is sent nothing.
   *
   * @param resource absolute, in the class path
   * @throws IllegalStateException it is not there: this build is not whole
   */
  static AdminReply read(String resource, String mediaType) {
    try (InputStream in = PageFile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the page lacks its file " + resource);
      }
      byte[] bytes = in.readAllBytes();
      return AdminReply.file(mediaType, bytes, tag(bytes));
    } catch (IOException broken) {
      throw new UncheckedIOException("the page's file " + resource + " cannot be read", broken);
    }
  }

  private static String tag(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + HexFormat.of().formatHex(digest, 0, TAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JDK has SHA-256", missing);
    }
  }
}
