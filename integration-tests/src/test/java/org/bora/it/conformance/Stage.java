package org.bora.it.conformance;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.w3c.dom.Element;

/** Sets up the situation of one row by the sentences the README.md explains. */
final class Stage {
  private static final List<String> PREPOSITIONS = List.of("of", "to", "B", "failing");

  /** The identifier that a file has on tape. */
  private static final String FILE_ID = "user:bora.put";

  private static final Set<String> WELL =
      Set.of("SUCCESS", "LOWER_SPACE_GRANTED", "REQUEST_QUEUED", "REQUEST_INPROGRESS");

  /**
   * A sentence that is one call.
   *
   * @param subject field of the words that follow the verb; empty where they name a new request
   * @param after preposition to the field of the words after it
   */
  private record Verb(String operation, String subject, Map<String, String> after) {}

  private static final Map<String, Verb> REQUESTS =
      Map.of(
          "put", new Verb("srmPrepareToPut", "", Map.of("of", "surls")),
          "get", new Verb("srmPrepareToGet", "", Map.of("of", "surls")),
          "bringonline", new Verb("srmBringOnline", "", Map.of("of", "surls")),
          "copy", new Verb("srmCopy", "", Map.of("of", "from", "to", "to")),
          "ls", new Verb("srmLs", "", Map.of("of", "surls")),
          "space", new Verb("srmReserveSpace", "", Map.of("of", "desiredSizeOfGuaranteedSpace")),
          "update", new Verb("srmUpdateSpace", "", Map.of("of", "space")),
          "change", new Verb("srmChangeSpaceForFiles", "", Map.of("of", "surls", "to", "space")));

  private static final Map<String, Verb> DEEDS =
      Map.ofEntries(
          Map.entry("directory", new Verb("srmMkdir", "surls", Map.of())),
          Map.entry("done", new Verb("srmPutDone", "token", Map.of("of", "surls"))),
          Map.entry("aborted", new Verb("srmAbortFiles", "token", Map.of("of", "surls"))),
          Map.entry("released", new Verb("srmReleaseFiles", "token", Map.of("of", "surls"))),
          Map.entry("suspended", new Verb("srmSuspendRequest", "token", Map.of())),
          Map.entry("resumed", new Verb("srmResumeRequest", "token", Map.of())),
          Map.entry("removed", new Verb("srmRm", "surls", Map.of())),
          Map.entry("emptied", new Verb("srmRmdir", "surls", Map.of())),
          Map.entry("moved", new Verb("srmMv", "from", Map.of("to", "to"))),
          Map.entry("extended", new Verb("srmExtendFileLifeTime", "surls", Map.of("of", "token"))),
          Map.entry(
              "lengthened",
              new Verb("srmExtendFileLifeTimeInSpace", "space", Map.of("of", "surls"))),
          Map.entry("permitted", new Verb("srmSetPermission", "surls", Map.of())),
          Map.entry("freed", new Verb("srmReleaseSpace", "space", Map.of())));

  /** A request that a sentence made. */
  private record Made(String caller, List<String> files, List<String> turls) {}

  private final Calls calls;
  private final Names names;
  private final Path disk;
  private final Path tapes;
  private final Map<String, Made> made = new HashMap<>();

  Stage(Calls calls, Names names, Ground ground) {
    this.calls = calls;
    this.names = names;
    this.disk = ground.data().resolve(names.text("{row}"));
    this.tapes = ground.home().resolve("tapes");
  }

  /** Makes a situation true, or throws an IllegalStateException that says what went wrong. */
  void set(String situation) throws IOException {
    for (String sentence : Clause.split(situation.equals("-") ? "" : situation, ';')) {
      perform(Clause.parse(sentence), sentence);
    }
  }

  private void perform(Clause clause, String sentence) throws IOException {
    String verb = clause.words().getFirst();
    if (REQUESTS.containsKey(verb)) {
      request(verb, clause, sentence);
    } else if (DEEDS.containsKey(verb)) {
      deed(verb, clause, sentence);
    } else {
      switch (verb) {
        case "file" -> file(clause, sentence);
        case "disk" -> onDisk(clause);
        case "link" -> link(clause);
        case "written" -> write(made(subject(clause)).turls(), size(clause));
        case "finished", "expired", "archived" -> await(verb, clause, sentence);
        case "purged" -> purged(clause, sentence);
        case "fault" -> fault(clause);
        default -> throw new UnknownWord(verb, "sentences begin with", verbs());
      }
    }
  }

  private static Set<String> verbs() {
    Set<String> verbs =
        new TreeSet<>(Set.of("file", "disk", "link", "written", "finished", "expired"));
    verbs.addAll(Set.of("archived", "purged", "fault"));
    verbs.addAll(REQUESTS.keySet());
    verbs.addAll(DEEDS.keySet());
    return verbs;
  }

  private void request(String kind, Clause clause, String sentence) throws IOException {
    Verb verb = REQUESTS.get(kind);
    Clause whole = filled(verb, clause);
    if (kind.equals("space")) {
      whole = whole.with("retentionPolicy", List.of("REPLICA"));
    }
    Reply reply = calls.call(verb.operation(), whole);
    if (!WELL.contains(reply.code()) && !clause.words().contains("failing")) {
      throw new IllegalStateException(sentence + ": " + reply.told());
    }
    String name = subject(clause);
    reply.text("requestToken").ifPresent(token -> names.remember(name, token));
    if (kind.equals("space")) {
      reply.text("requestToken").ifPresent(token -> names.remember(name + ".request", token));
      reply.text("spaceToken").ifPresent(token -> names.remember(name, token));
    }
    calls.remember(name, kind, clause.caller());
    made.put(
        name,
        new Made(
            clause.caller(),
            clause.after("of", PREPOSITIONS),
            Xml.descendants(reply.body(), "*", "transferURL").stream()
                .map(Element::getTextContent)
                .toList()));
  }

  private void deed(String name, Clause clause, String sentence) throws IOException {
    Verb verb = DEEDS.get(name);
    Clause whole = filled(verb, clause);
    if (verb.subject().equals("token")) {
      Made request = made(subject(clause));
      whole = whole.by(request.caller());
      if (name.equals("done")) {
        whole = whole.with("surls", request.files());
      }
    }
    String operation = verb.operation();
    if (name.equals("aborted") && clause.after("of", PREPOSITIONS).isEmpty()) {
      operation = "srmAbortRequest";
    }
    boolean single = name.equals("directory") || name.equals("emptied");
    for (String subject : clause.after("", PREPOSITIONS)) {
      Clause one = single ? clause.with(verb.subject(), List.of(subject)) : whole;
      well(operation, one, sentence);
      if (!single) {
        return;
      }
    }
  }

  private static Clause filled(Verb verb, Clause clause) {
    Clause whole = clause;
    if (!verb.subject().isEmpty()) {
      whole = whole.with(verb.subject(), clause.after("", PREPOSITIONS));
    }
    for (Map.Entry<String, String> preposition : verb.after().entrySet()) {
      List<String> words = clause.after(preposition.getKey(), PREPOSITIONS);
      if (!words.isEmpty()) {
        whole = whole.with(preposition.getValue(), words);
      }
    }
    return whole;
  }

  private Reply well(String operation, Clause clause, String sentence) throws IOException {
    Reply reply = calls.call(operation, clause);
    if (!WELL.contains(reply.code()) && !clause.words().contains("failing")) {
      throw new IllegalStateException(sentence + ": " + operation + " " + reply.told());
    }
    return reply;
  }

  /** As a client does it, but for GridFTP: the bytes are laid where the TURL leads. */
  private void file(Clause clause, String sentence) throws IOException {
    List<String> files = clause.after("", PREPOSITIONS);
    Reply put = well("srmPrepareToPut", clause.with("surls", files), sentence);
    write(
        Xml.descendants(put.body(), "*", "transferURL").stream()
            .map(Element::getTextContent)
            .toList(),
        size(clause));
    names.remember("?", put.text("requestToken").orElseThrow());
    Clause done = new Clause(List.of(), Map.of(), clause.by());
    well("srmPutDone", done.with("surls", files).with("token", List.of("?")), sentence);
  }

  private static void write(List<String> turls, int bytes) throws IOException {
    for (String turl : turls) {
      Files.writeString(Path.of(URI.create(turl).getPath()), "x".repeat(bytes));
    }
  }

  private void onDisk(Clause clause) throws IOException {
    for (String name : Names.spread(clause.after("", PREPOSITIONS))) {
      Path file = disk.resolve(names.text(name));
      Files.createDirectories(file.getParent());
      Files.writeString(file, "x".repeat(size(clause)));
    }
  }

  private void link(Clause clause) throws IOException {
    Path target = Path.of(names.text(clause.after("to", PREPOSITIONS).getFirst()));
    Files.createSymbolicLink(disk.resolve(names.text(subject(clause))), target);
  }

  private void await(String verb, Clause clause, String sentence) throws IOException {
    List<String> subjects = new ArrayList<>(clause.after("", PREPOSITIONS));
    for (String subject : subjects) {
      switch (verb) {
        case "finished" -> calls.awaitEnd(subject, sentence);
        case "archived" -> calls.awaitOnTape(subject, clause.caller(), sentence);
        default -> calls.awaitExpiry(subject, clause.caller(), sentence);
      }
    }
  }

  private void purged(Clause clause, String sentence) throws IOException {
    Clause whole = filled(new Verb("srmPurgeFromSpace", "surls", Map.of("of", "space")), clause);
    calls.awaitPurge(whole, sentence);
  }

  /** Breaks something in a virtual library, as docs/operate/virtual-library.md explains. */
  private void fault(Clause clause) throws IOException {
    String[] where = subject(clause).split("/", 2);
    String name = where[1];
    List<String> files = clause.after("of", PREPOSITIONS);
    if (!files.isEmpty()) {
      Object id = Files.getAttribute(names.path(files.getFirst()), FILE_ID);
      name += "-" + new String((byte[]) id, StandardCharsets.UTF_8);
    }
    Path faults = Files.createDirectories(tapes.resolve(where[0]).resolve("faults"));
    Files.writeString(faults.resolve(name), "");
  }

  private static String subject(Clause clause) {
    return clause.after("", PREPOSITIONS).getFirst();
  }

  private static int size(Clause clause) {
    List<String> words = clause.after("of", PREPOSITIONS);
    return words.isEmpty() ? 3 : Integer.parseInt(words.getFirst());
  }

  private Made made(String name) {
    Made found = made.get(name);
    if (found == null) {
      throw new UnknownWord(name, "requests of this row are", made.keySet());
    }
    return found;
  }
}
