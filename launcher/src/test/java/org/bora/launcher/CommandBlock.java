package org.bora.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A block of a page that a reader pastes: into a shell, or into the client of a database.
 *
 * @param page from the checkout
 * @param line the number of its first line
 * @param language {@code sh} or {@code sql}
 * @param lines without the fences, and without what these are indented by
 */
public record CommandBlock(String page, int line, String language, List<String> lines) {

  /** Decisions show what was, and there is no command for whoever runs a site in them. */
  private static final Pattern PAGE =
      Pattern.compile("README\\.md|docs/[^/]+\\.md|docs/(operate|howto|reference)/[^/]+\\.md");

  private static final Pattern FENCE = Pattern.compile("(?<indent> *)(```|~~~)(?<language>\\S*).*");

  /** Of the program that somebody calls, at the begin of a line. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:[$#] |sudo )*(?:(?:\\./)?bora|(?:gfal|arc|globus|voms|grid|mariadb|apt)-?[a-z-]*"
              + "|(?:docker|packages|load-tests|storage-classes)/[a-z-]+|docker(?:-compose)?"
              + "|\\./[a-z.-]+|srmcp|curl|openssl|mysql(?:dump)?|systemctl|journalctl|dnf|rpm|dpkg"
              + "|kill|setsid|gluster|lfs|mm[a-z]+|[gs]etfacl|[gs]etfattr|install|mkdir|chmod|chown"
              + "|cp|mv|rm|ln|echo|printf|grep|sed|jq|touch|umask|export|eval|source"
              + "|python3|haproxy|promtool|ldapsearch|fetch-crl|firewall-cmd|mount)(?: .*)?"
              + "|\\$ .*");

  public CommandBlock {
    lines = List.copyOf(lines);
  }

  /** All of them, page by page. */
  static List<CommandBlock> all() {
    return pages().stream().flatMap(page -> of(page).stream()).toList();
  }

  /** Those of a page that a test or script runs, in their order; see {@link RunBy}. */
  public static List<CommandBlock> of(String page, String runner) {
    return of(MarkdownFile.of(page)).stream()
        .filter(block -> RunBy.of(block).filter(row -> row.runner().equals(runner)).isPresent())
        .toList();
  }

  /** An indented example of a page, as it stands there, by the text that it begins with. */
  public static String example(String page, String begin) {
    return MarkdownFile.of(page).examples().values().stream()
        .filter(text -> text.startsWith(begin))
        .findFirst()
        .orElseThrow(() -> new AssertionError(page + " shows nothing that begins with " + begin));
  }

  /** The pages on which commands are run. */
  static List<MarkdownFile> pages() {
    return MarkdownFile.all().stream()
        .filter(file -> PAGE.matcher(file.path().toString()).matches())
        .toList();
  }

  private static List<CommandBlock> of(MarkdownFile file) {
    List<CommandBlock> blocks = new ArrayList<>();
    List<String> block = null;
    String language = "";
    int indent = 0;
    int begun = 0;
    for (int i = 0; i < file.lines().size(); i++) {
      String line = file.lines().get(i);
      Matcher fence = FENCE.matcher(line);
      if (!fence.matches()) {
        if (block != null) {
          block.add(line.substring(Math.min(indent, line.length())));
        }
      } else if (block == null) {
        block = new ArrayList<>();
        language = fence.group("language");
        indent = fence.group("indent").length();
        begun = i + 2;
      } else {
        if (isRun(language)) {
          blocks.add(new CommandBlock(file.path().toString(), begun, language, block));
        }
        block = null;
      }
    }
    return blocks;
  }

  private static boolean isRun(String language) {
    return language.equals("sh") || language.equals("sql");
  }

  /** Lines of code that look like commands and are in no such block, as FILE:LINE: TEXT. */
  static List<String> strayed(MarkdownFile file) {
    List<String> strayed = new ArrayList<>();
    Optional<String> fenced = Optional.empty();
    for (int i = 0; i < file.lines().size(); i++) {
      String line = file.lines().get(i);
      Matcher fence = FENCE.matcher(line);
      if (fence.matches()) {
        fenced = fenced.isEmpty() ? Optional.of(fence.group("language")) : Optional.empty();
      } else if (fenced.isPresent() ? !isRun(fenced.get()) : line.startsWith("    ")) {
        if (isCommand(line)) {
          strayed.add(file.path() + ":" + (i + 1) + ": " + line.strip());
        }
      }
    }
    return strayed;
  }

  static boolean isCommand(String line) {
    return COMMAND.matcher(line.strip()).matches();
  }

  String begin() {
    return lines.getFirst();
  }

  /** As it is run. */
  public String text() {
    return String.join("\n", lines) + "\n";
  }

  @Override
  public String toString() {
    return page + ":" + line + ": " + begin();
  }
}
