package org.bora.it.conformance;

import java.util.List;

/**
 * One line of a table: in this situation, this call gets this answer.
 *
 * @param group the file it stands in, without suffix
 * @param id unique in the suite
 * @param request expected status of the request, with what else the reply must say
 * @param files expected statuses of the files, likewise
 * @param why where it is written, or what a client needs it for
 */
record Row(
    String group,
    String id,
    String operation,
    String situation,
    String input,
    String request,
    String files,
    String why) {

  private static final List<String> WAITING =
      List.of("expired ", "finished ", "archived ", "purged ");

  static final List<String> COLUMNS =
      List.of("id", "operation", "situation", "input", "request", "files", "why");

  String title() {
    String when = situation.equals("-") ? "" : " when " + situation;
    return id + " " + operation + " " + input + when;
  }

  /**
   * Rows that wait for something, by themselves or for a tape, begin first, so that all of them
   * wait together.
   */
  boolean waits() {
    return WAITING.stream().anyMatch(situation::contains);
  }
}
