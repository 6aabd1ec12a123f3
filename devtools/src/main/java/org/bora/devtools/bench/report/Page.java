package org.bora.devtools.bench.report;

import java.util.List;

/** A page of HTML that needs no other file: text, tables, plots. */
public final class Page {
  private static final String STYLE =
      "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
          + ".wide{overflow-x:auto}table{border-collapse:collapse;margin:1em 0}"
          + "td,th{padding:.25em .7em;border-bottom:1px solid #ccc;text-align:right}"
          + "td:first-child,th:first-child{text-align:left}th{background:#f3f3f3}"
          + "svg{width:100%;max-width:760px;font:12px sans-serif}"
          + "svg .title{font-size:15px;font-weight:bold}"
          + "svg .grid{stroke:#ddd}svg polyline{fill:none;stroke-width:2}svg .key{stroke-width:3}";

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
    body.append(chart.svg()).append('\n');
    return this;
  }

  /** The whole page. */
  public String html() {
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width\"><title>"
        + escaped(title)
        + "</title><style>"
        + STYLE
        + "</style></head>\n<body><h1>"
        + escaped(title)
        + "</h1>\n"
        + body
        + "</body></html>\n";
  }

  private void row(String cell, List<String> texts) {
    body.append("<tr>");
    for (String text : texts) {
      body.append('<').append(cell).append('>').append(escaped(text));
      body.append("</").append(cell).append('>');
    }
    body.append("</tr>\n");
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
