package org.bora.devtools.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A page of HTML that needs no other file: text, tables, plots. Its own script draws the plots. */
public final class Page {
  private final String title;
  private final StringBuilder body = new StringBuilder();

  public Page(String title) {
    this.title = title;
  }

  /** A heading. */
  public Page section(String heading) {
    body.append("<h2>").append(escaped(heading)).append("</h2>\n");
    return this;
  }

  /** A paragraph. */
  public Page text(String paragraph) {
    body.append("<p>").append(escaped(paragraph)).append("</p>\n");
    return this;
  }

  /** A table; the first cell of a row says what the row is. */
  public Page table(List<String> head, List<List<String>> rows) {
    body.append("<div class=\"wide\"><table>\n");
    row("th", head);
    rows.forEach(cells -> row("td", cells));
    body.append("</table></div>\n");
    return this;
  }

  /** A plot. */
  public Page chart(Chart chart) {
    body.append("<div><script type=\"application/json\" class=\"plot\">")
        .append(chart.json())
        .append("</script></div>\n");
    return this;
  }

  /** The whole page. */
  public String html() {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width\"><title>"
        + escaped(title)
        + "</title><style>"
        + resource("plot.css")
        + "</style></head>\n<body><h1>"
        + escaped(title)
        + "</h1>\n"
        + body
        + "<noscript><p class=\"warn\">The browser draws the plots of this page with"
        + " JavaScript.</p></noscript>\n<script type=\"module\">\n"
        + resource("plot.js")
        + "plotAll(document);\n</script>\n</body></html>\n";
  }

  private void row(String cell, List<String> texts) {
    body.append("<tr>");
    for (int at = 0; at < texts.size(); at++) {
      body.append('<').append(cell).append(at == 0 ? " class=\"l\">" : ">");
      body.append(escaped(texts.get(at))).append("</").append(cell).append('>');
    }
    body.append("</tr>\n");
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
