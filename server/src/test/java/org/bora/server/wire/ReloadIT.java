package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.api.word.Caller;
import org.bora.backend.authorise.Authoriser;
import org.bora.door.admit.BoundedAdmission;
import org.bora.door.admit.Verdict;
import org.bora.door.gsi.Identity;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.server.control.OrderAnswer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way from the administrator's order to the rules and bans in force. */
class ReloadIT {

  private static final Caller ALICE = new Caller("/CN=Alice", "/CN=CA", List.of(), "::1");

  private static final String FIRST =
      """
      areas:
        - {name: a, sfn: /a, root: /d, rules: [allow read to dn /CN=Alice]}
      """;

  @TempDir private Path directory;
  private final AtomicReference<Authoriser> rules = new AtomicReference<>();
  private Path file;
  private BoundedAdmission admission;
  private Reload reload;

  @BeforeEach
  void begins() throws IOException {
    file = directory.resolve("bora.yaml");
    Files.writeString(file, FIRST);
    Configuration running =
        ((ConfigurationFile.Outcome.Valid) ConfigurationFile.read(file)).configuration();
    Gates gates = Gates.of(running);
    admission = gates.admission();
    rules.set(Areas.rules(running.areas()));
    reload =
        new Reload(
            running,
            List.of(
                next -> {
                  Authoriser book = Areas.rules(next.areas());
                  return () -> rules.set(book);
                },
                gates.part(),
                next -> {
                  MappingParts.of(next.backend().mapping());
                  return () -> {};
                }));
    Files.writeString(directory.resolve("map"), "\"/CN=Alice\" alice\n");
  }

  private OrderAnswer reload(String text) throws IOException {
    Files.writeString(file, text);
    return reload.run();
  }

  private boolean aliceMay() {
    return rules.get().isKnown(ALICE);
  }

  private Verdict admitted() {
    Verdict verdict = admission.admit(new Identity.Known(ALICE));
    verdict.close();
    return verdict;
  }

  @Test
  void rulesAndBansAreTakenAndTheDifferencesSaid() throws IOException {
    OrderAnswer answer =
        reload(
            """
            endpoint: {port: 9444}
            areas:
              - {name: a, sfn: /a, root: /d, rules: [allow read to dn /CN=Bob]}
            bans: {dns: [/CN=Alice]}
            mapping: {static-account: nobody}
            """);

    assertEquals(
        new OrderAnswer(
            true,
            List.of(
                "areas.a.rules: - allow read to dn /CN=Alice",
                "areas.a.rules: + allow read to dn /CN=Bob",
                "bans.dns: + /CN=Alice",
                "endpoint.port: 8444 -> 9444 (needs a restart, not applied)",
                "mapping.static-account: nothing -> nobody",
                "4 changes applied, 1 needs a restart")),
        answer);
    assertFalse(aliceMay());
    Verdict.Banned banned = assertInstanceOf(Verdict.Banned.class, admitted());
    assertEquals("dn /CN=Alice (" + file + ":4)", banned.what());

    OrderAnswer back =
        reload(FIRST.replace("/d,", "/d, owner: role,") + "mapping: {static-account: nobody}");
    assertTrue(back.lines().contains("areas.a.owner: dn -> role (needs a restart, not applied)"));
    assertTrue(aliceMay());
    assertInstanceOf(Verdict.Admitted.class, admitted());
  }

  @Test
  void aWrongFileChangesNothingAndSaysEveryMistake() throws IOException {
    OrderAnswer answer =
        reload(
            """
            areas:
              - {name: a, sfn: /a, root: /d, rules: [allow read to dn /CN=Bob, allow reed to anyone]}
            bans: {dns: [/CN=Alice, ' ']}
            admission: {deadline: 1ms}
            """);

    assertFalse(answer.done());
    assertEquals(4, answer.lines().size(), answer.lines().toString());
    assertTrue(answer.lines().get(0).contains(":2: areas[0].rules[1]: 'reed' is not an operation"));
    assertTrue(answer.lines().get(1).contains(":3: bans.dns[1]: "));
    assertTrue(answer.lines().get(2).contains(":4: admission.deadline: '1ms' is not allowed"));
    assertEquals("nothing was changed", answer.lines().getLast());
    assertTrue(aliceMay());
    assertInstanceOf(Verdict.Admitted.class, admitted());
  }

  @Test
  void whatOnePartCannotTakeNoPartTakes() throws IOException {
    OrderAnswer answer =
        reload(
            """
            areas:
              - {name: a, sfn: /a, root: /d, rules: [allow read to dn /CN=Bob]}
            bans: {dns: [/CN=Alice]}
            mapping: {static-account: root}
            """);

    assertFalse(answer.done());
    assertTrue(answer.lines().getFirst().contains("account root is root, to which no caller"));
    assertTrue(aliceMay());
    assertInstanceOf(Verdict.Admitted.class, admitted());
  }
}
