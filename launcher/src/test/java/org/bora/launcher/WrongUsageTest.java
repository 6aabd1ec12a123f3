package org.bora.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bora.launcher.command.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said of a command line that cannot be understood, always with exit code 2. */
class WrongUsageTest {

  private static String said(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Machine machine = new Machine(Path.of("/nowhere"), false, Map.of());
    CommandLine line = Main.commandLine(machine, Verbs.needed(words));
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    assertEquals(2, line.execute(words), err::toString);
    assertEquals("", out.toString(), "errors belong on the error output");
    return err.toString();
  }

  @Test
  void anUnknownVerbIsNamedWithTheNearest() {
    String all = "See `bora --help` for all verbs.\n";
    assertEquals("bora: unknown verb 'statsu'; did you mean status?\n" + all, said("statsu"));
    assertEquals(
        "bora: unknown verb 'frobnicate'; did you mean frontend?\n" + all, said("frobnicate"));
    assertEquals("bora: unknown verb 'xyzzy'\n" + all, said("xyzzy", "--home", "/x"));
    assertEquals(
        "bora: unknown verb 'statsu'; did you mean status?\n" + all, said("help", "statsu"));
    assertEquals(
        "bora: `bora bans` has no verb 'ad'; did you mean add?\nSee `bora bans --help`.\n",
        said("help", "bans", "ad"));
  }

  @Test
  void aVerbOfAVerbIsFoundWithoutIt() {
    assertTrue(
        said("check").startsWith("bora: unknown verb 'check'; did you mean config check?\n"));
    assertEquals(
        "bora: `bora bans` has no verb 'ad'; did you mean add?\nSee `bora bans --help`.\n",
        said("bans", "ad"));
    assertEquals(
        "bora: `bora quota` has no verb 'set'\nSee `bora quota --help`.\n", said("quota", "set"));
  }

  @Test
  void helpForAnUnknownVerbIsNotTheHelpOfAnother() {
    assertEquals(
        "bora: `bora quota` has no verb 'set'\nSee `bora quota --help`.\n",
        said("quota", "set", "--help"));
    assertTrue(said("statsu", "--help").startsWith("bora: unknown verb 'statsu'; did you mean"));
  }

  @Test
  void aVerbThatOnlyACheckoutHasIsToldSo() {
    for (String verb : List.of("test", "bench", "simulate")) {
      String told =
          "bora: `bora %s` needs a checkout of the sources\nSee `bora --help` for all verbs.\n"
              .formatted(verb);
      assertEquals(told, said(verb));
      assertEquals(told, said(verb, "--help"));
      assertEquals(told, said(verb, "recall", "--files=3"));
      assertEquals(told, said("help", verb));
    }
  }

  @Test
  void anUnknownOptionIsNamedWithTheNearest() {
    assertEquals(
        """
        bora: `bora status` has no option --jsno; did you mean --json?
        See `bora status --help`.
        """,
        said("status", "--jsno"));
    assertEquals(
        "bora: `bora bans list` has no option --frob\nSee `bora bans list --help`.\n",
        said("bans", "list", "--frob=3"));
    assertEquals("bora: `bora` has no option -x\nSee `bora --help` for all verbs.\n", said("-x"));
  }

  @Test
  void aVerbWithoutArgumentsTakesNone() {
    assertEquals(
        "bora: `bora bans list` takes no argument 'all'\nSee `bora bans list --help`.\n",
        said("bans", "list", "all"));
  }

  @Test
  void whatIsMissingIsExplained() {
    assertEquals(
        """
        bora: `bora requests show` needs TOKEN
          TOKEN  Request token, as listed by `bora requests`.
        See `bora requests show --help`.
        """,
        said("requests", "show"));
    assertEquals(
        """
        bora: `bora bans add` needs --name=NAME
          --name=NAME  Name to ban; * matches any text.
        See `bora bans add --help`.
        """,
        said("bans", "add", "--kind", "vo"));
    assertEquals(
        "bora: --name needs a value: --name=NAME\nSee `bora bans add --help`.\n",
        said("bans", "add", "--name"));
  }

  @Test
  void aValueThatCannotBeReadIsToldWithWhatIsExpected() {
    assertTrue(
        said("drain", "--wait=x").startsWith("bora: --wait: 'x' is not a whole number\n"),
        () -> said("drain", "--wait=x"));
    assertTrue(
        said("audit", "--since", "yesterday")
            .startsWith(
                "bora: --since: 'yesterday' is not a time, for example 2026-01-31T09:00:00Z\n"),
        () -> said("audit", "--since", "yesterday"));
  }

  @Test
  void anOptionThatIsGivenTwiceIsToldSo() {
    assertEquals(
        "bora: --home may be given only once\nSee `bora status --help`.\n",
        said("status", "--home", "/a", "--home", "/b"));
  }

  @Test
  void aVerbThatIsOnlyAGroupNamesItsVerbs() {
    assertTrue(said("config").startsWith("bora: name a verb: `bora config check FILE`"));
    String bare = said();
    assertTrue(bare.startsWith("bora: name a verb, for example `bora status`\nUsage: bora "), bare);
    assertTrue(bare.contains("\n  requests "), bare);
  }

  @Test
  void aSettingWithoutItsValueIsToldHowItIsWritten() {
    assertTrue(
        said("config", "check", "/nowhere/bora.yaml", "--logging.level", "debug")
            .startsWith(
                "bora: --logging.level needs its value in the same word: --logging.level=VALUE\n"));
    assertTrue(
        said("config", "check", "/nowhere/bora.yaml", "--file-onyl")
            .startsWith(
                "bora: `bora config check` has no option --file-onyl; did you mean"
                    + " --file-only?\n"));
  }

  @Test
  void aMistypedOptionOfUpLeavesNothingBehind(@TempDir Path directory) {
    Path home = directory.resolve("home");
    assertEquals(
        """
        bora: `bora up` has no option --tpae; did you mean --tape?
        See `bora up --help`.
        """,
        said("up", "--tpae", "--home", home.toString()));
    assertFalse(Files.exists(home));
  }
}
