package org.bora.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.admin.AdminReply;

/**
 * The files of the page, by the names that a browser asks for. Which there are is written here and
 * read at the start: a name is looked up among them and is never part of a path, so no name leads
 * anywhere else.
 */
final class PageFiles {
  /** What a browser asks for first. */
  static final String INDEX = "index.html";

  private static final String OURS = "/org/bora/page/files/";

  private static final Map<String, String> MEDIA_TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private static final List<String> NAMES =
      List.of(
          INDEX,
          "page.css",
          "icon.svg",
          "main.js",
          "news.js",
          "certificates.js",
          "ask.js",
          "words.js",
          "chart.js",
          "plot.js",
          "panel.js",
          "traffic.js",
          "storage.js",
          "files.js",
          "file.js",
          "names.js",
          "people.js",
          "keys.js",
          "requests.js",
          "log.js",
          "search.js",
          "past.js",
          "confirm.js");

  /** Of the library what ours import, and what that imports, by the paths they use. */
  private static final List<String> LIT =
      List.of("lit-html.js", "directive.js", "directive-helpers.js", "directives/repeat.js");

  private final Map<String, AdminReply> files = new HashMap<>();

  /**
   * Reads them all.
   *
   * @throws IllegalStateException one is missing
   */
  PageFiles() {
    NAMES.forEach(name -> files.put(name, PageFile.read(OURS + name, mediaType(name))));
    LIT.forEach(
        name ->
            files.put(
                "lit/" + name, PageFile.read(WebJar.LIT_HTML.resource(name), mediaType(name))));
  }

  private static String mediaType(String name) {
    return MEDIA_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
  }

  /** The names of all. */
  List<String> names() {
    return files.keySet().stream().sorted().toList();
  }

  /** Empty if there is no such file. */
  Optional<AdminReply> of(String name) {
    return Optional.ofNullable(files.get(name));
  }
}
