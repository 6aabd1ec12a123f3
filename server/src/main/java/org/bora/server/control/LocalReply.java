package org.bora.server.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.api.word.LogText;

/**
 * The answer of a Bora on this machine.
 *
 * @param status of HTTP
 * @param body UTF-8
 */
public record LocalReply(int status, String body) {
  private static final Pattern HEAD = Pattern.compile("HTTP/1\\.[01] ([1-5][0-9]{2})( .*)?");
  private static final Pattern LENGTH =
      Pattern.compile("(?i)\r\nContent-Length: *([0-9]{1,9})\r\n");
  private static final String END = "\r\n\r\n";

  /**
   * Parses an answer, which is complete at the end of the connection.
   *
   * @throws IOException if it is not HTTP, as from a Bora of another version, or if its body is
   *     truncated
   */
  static LocalReply parse(byte[] answer) throws IOException {
    String latin = new String(answer, StandardCharsets.ISO_8859_1);
    String first = latin.lines().findFirst().orElse("");
    Matcher head = HEAD.matcher(first);
    int end = latin.indexOf(END);
    if (!head.matches() || end < 0) {
      throw new IOException(
          "what runs is of another version and does not understand this (it says: "
              + LogText.of(first)
              + "); restart it, or use the bora command of its version");
    }
    int begin = end + END.length();
    Matcher length = LENGTH.matcher(latin.substring(0, end + 2));
    if (length.find() && Integer.parseInt(length.group(1)) != answer.length - begin) {
      throw new IOException("the answer is incomplete; the log of the process has the reason");
    }
    String body = new String(answer, begin, answer.length - begin, StandardCharsets.UTF_8);
    return new LocalReply(Integer.parseInt(head.group(1)), body);
  }
}
