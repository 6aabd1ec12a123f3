package org.bora.it.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.w3c.dom.Element;

/** Plays rows: sets up the situation, makes the call, compares the answer. Thread safe. */
final class Player {
  /** Operations whose replies must carry a token as soon as they speak of files. */
  private static final Set<String> WITH_TOKEN =
      Set.of("srmPrepareToGet", "srmPrepareToPut", "srmBringOnline", "srmCopy");

  private static final int ROWS_AT_ONCE = 8;
  private static final Set<String> GRANTED =
      Set.of("SUCCESS", "PARTIAL_SUCCESS", "REQUEST_QUEUED", "REQUEST_INPROGRESS");
  private static final List<String> INNARDS =
      List.of("Exception", "java.", "org.bora", ".bora-put-0", ".bora-recall", ".bora-stub", "SQL");

  private final Contract contract;
  private final Callers callers;
  private final Coverage coverage;
  private final Ground ground;
  private final Turns turns = new Turns(ROWS_AT_ONCE);

  Player(Ground ground, Contract contract, Callers callers, Coverage coverage) {
    this.ground = ground;
    this.contract = contract;
    this.callers = callers;
    this.coverage = coverage;
  }

  /** Plays a row; returns what was not as expected. */
  List<String> play(Row row) throws IOException, InterruptedException {
    try (Turns.Turn turn = turns.take()) {
      return play(row, turn);
    }
  }

  private List<String> play(Row row, Turns.Turn turn) throws IOException {
    Names names = new Names(ground, row.id());
    Calls calls = new Calls(contract, callers, names, turn);
    Stage stage = new Stage(calls, names, ground);
    if (mentionsFiles(row)) {
      stage.set("directory .");
    }
    stage.set(row.situation());
    Clause input = Clause.parse(row.input().equals("-") ? "" : row.input());
    if (!input.words().isEmpty()) {
      throw new UnknownWord(
          input.words().getFirst(), "an input has FIELD=VALUE and by CALLER", List.of());
    }
    Reply reply = calls.call(row.operation(), input);
    List<String> differences = Expectation.differences(row, reply, names);
    always(row, input, reply, calls).forEach(differences::add);
    if (differences.isEmpty()) {
      coverage.passed(row, reply);
    } else {
      differences.add(reply.told());
    }
    return differences;
  }

  private static boolean mentionsFiles(Row row) {
    return !row.situation().equals("-")
        || row.input().contains("surls")
        || row.input().contains("to=");
  }

  /** What holds for every answer, whatever its row says. */
  private static List<String> always(Row row, Clause input, Reply reply, Calls calls) {
    List<String> differences = new ArrayList<>();
    echoed(input, reply, calls).ifPresent(differences::add);
    if (WITH_TOKEN.contains(row.operation())
        && GRANTED.contains(reply.code())
        && reply.text("requestToken").isEmpty()) {
      differences.add("there is no requestToken");
    }
    for (String innards : INNARDS) {
      for (Element explanation : Xml.descendants(reply.body(), "*", "explanation")) {
        if (explanation.getTextContent().contains(innards)) {
          differences.add("an explanation shows '" + innards + "'");
        }
      }
    }
    return differences;
  }

  /** Clients find their files in a reply by the very string they sent, or by position. */
  private static Optional<String> echoed(Clause input, Reply reply, Calls calls) {
    List<String> sent = calls.sent(input);
    List<String> told = reply.files().stream().flatMap(file -> Player.surl(file).stream()).toList();
    boolean expanded = input.fields().containsKey("isSourceADirectory");
    return sent.isEmpty() || told.isEmpty() || expanded || told.equals(sent)
        ? Optional.empty()
        : Optional.of("the reply names " + told + ", the request " + sent);
  }

  private static Optional<String> surl(Element file) {
    return Xml.children(file).stream()
        .filter(child -> Set.of("surl", "SURL", "sourceSURL").contains(child.getLocalName()))
        .map(Element::getTextContent)
        .findFirst();
  }
}
