package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.bora.api.directory.Attributes;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Engine;
import org.bora.files.Name;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** The listing of a directory for browsers, sent entry by entry. */
final class HtmlListing {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private static final String END = "</table></body></html>\n";

  private HtmlListing() {}

  static void serve(DavVisit visit) throws Refused, IOException {
    try (EntryPages entries = entries(visit.engine(), visit.name(), visit.isHead())) {
      // a page may name anything that users named so; nothing on it is to run
      visit.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
      visit.header(HttpHeader.CONTENT_TYPE.asString(), "text/html;charset=utf-8");
      visit.begin(HttpStatus.OK_200);
      if (visit.isHead()) {
        return;
      }
      StringBuilder page = new StringBuilder(head(escaped(visit.name().last() + "/")));
      if (!visit.name().isRoot()) {
        // a relative one would depend on whether the client wrote a slash at the end
        page.append("<tr><td><a href=\"")
            .append(escaped(visit.name().parent().href(true)))
            .append("\">../</a></td></tr>\n");
      }
      for (Optional<EntryPages.Entry> next = entries.next();
          next.isPresent();
          next = entries.next()) {
        if (!next.get().isTop()) {
          row(page, next.get());
        }
        if (page.length() > 16_384) {
          visit.write(ByteBuffer.wrap(page.toString().getBytes(StandardCharsets.UTF_8)));
          page.setLength(0);
        }
      }
      page.append(END);
      visit.write(ByteBuffer.wrap(page.toString().getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** A HEAD gets no entries, so they are not read. */
  static EntryPages entries(Engine engine, Name name, boolean head) throws Refused {
    return EntryPages.of(engine, name, !head);
  }

  private static String head(String title) {
    return """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>%1$s</title>
        <style>body{font-family:sans-serif;margin:2em}td,th{padding:.1em 1em;text-align:left}
        td.size{text-align:right}</style></head>
        <body><h1>%1$s</h1><table>
        <tr><th>Name</th><th>Size</th><th>Modified</th><th>Where</th></tr>
        """
        .formatted(title);
  }

  private static void row(StringBuilder page, EntryPages.Entry entry) {
    Attributes facts = entry.attributes();
    boolean directory = facts.type() == FileType.DIRECTORY;
    page.append("<tr><td><a href=\"")
        .append(escaped(entry.name().href(directory)))
        .append("\">")
        .append(escaped(entry.name().last() + (directory ? "/" : "")))
        .append("</a></td><td class=\"size\">")
        .append(directory ? "" : String.valueOf(facts.size()))
        .append("</td><td>")
        .append(TIME.format(facts.modifiedAt()))
        .append("</td><td>")
        .append(directory ? "" : facts.locality())
        .append("</td></tr>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
