package org.bora.launcher.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.backend.locate.StorageClass;
import org.bora.launcher.storm.StormImport.Outcome;
import org.bora.launcher.storm.StormImport.Target;
import org.bora.server.config.AreaSettings;
import org.bora.server.config.Configuration;
import org.bora.server.config.ConfigurationFile;
import org.bora.storm.report.SettingVerdict;
import org.bora.storm.source.UnreadableSource;
import org.bora.storm.state.StormState;
import org.bora.storm.state.StormState.Leftovers;
import org.bora.storm.translate.StormSite.BoraDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the files of a whole site to a configuration that Bora accepts. */
class StormImportIT {
  private static final Path SITE =
      Path.of("..", "import-storm", "src", "test", "resources", "site");
  private static final BoraDatabase DATABASE =
      new BoraDatabase("jdbc:mysql://localhost/bora", "bora", Optional.empty());

  private static final String STOPPED = "2020-01-01T00:00:00Z";

  @TempDir private Path directory;

  private StormImport storm(boolean force, String now) {
    Target target = new Target(directory.resolve("out"), force, DATABASE, Optional.empty());
    return new StormImport(
        target, new SplittableRandom(1), InstantSource.fixed(Instant.parse(now)));
  }

  private StormImport storm(boolean force) {
    return storm(force, STOPPED);
  }

  private static StormFiles files(Path namespace) {
    return files(Optional.of(namespace), Optional.empty());
  }

  private static StormFiles files(Optional<Path> namespace, Optional<Path> webdav) {
    return new StormFiles(
        namespace,
        Optional.of(SITE.resolve("storm.properties")),
        Optional.of(SITE.resolve("path-authz.db")),
        Optional.of(SITE.resolve("groupmapfile")),
        webdav);
  }

  private Outcome run(boolean force) throws Exception {
    return storm(force).run(files(SITE.resolve("namespace.xml")), Optional.empty());
  }

  private Configuration configuration() {
    return assertInstanceOf(
            ConfigurationFile.Outcome.Valid.class,
            ConfigurationFile.read(directory.resolve("out/bora.yaml")))
        .configuration();
  }

  @Test
  void theConfigurationHasNoMistakesAndMeansWhatStormDid() throws Exception {
    Outcome outcome = run(false);
    assertEquals(List.of(), outcome.mistakes());
    assertFalse(outcome.isWhole(), "settings that are unknown ask for a decision");
    Configuration configuration = configuration();
    assertEquals("storm.example.org", configuration.endpoint().host());
    assertEquals(List.of("srm.example.org"), configuration.endpoint().aliases());
    assertEquals(8444, configuration.endpoint().port().getAsInt());
    AreaSettings disk = configuration.areas().getFirst();
    assertEquals("/hep", disk.sfn());
    assertEquals(List.of("/grid/hep"), disk.aliases());
    assertEquals(12_000_000_000_000L, disk.space().size().getAsLong());
    assertEquals(
        List.of(StorageClass.D1T0, StorageClass.D1T0, StorageClass.D0T1, StorageClass.D1T1),
        configuration.areas().stream().map(area -> area.keeping().storageClass()).toList());
    assertEquals(2, configuration.backend().doors().doors().size());
  }

  @Test
  void theAreasAndIssuersOfWebDavAreAccepted() throws Exception {
    Outcome outcome =
        storm(false)
            .run(
                files(
                    Optional.of(SITE.resolve("namespace.xml")),
                    Optional.of(SITE.resolve("webdav"))),
                Optional.empty());
    assertEquals(List.of(), outcome.mistakes());
    Configuration configuration = configuration();
    assertEquals(9443, configuration.endpoint().httpPort().orElseThrow().getAsInt());
    assertEquals(5, configuration.areas().size());
    assertEquals(List.of("/grid/hep", "/hepdisk"), configuration.areas().getFirst().aliases());
    assertEquals("/outreach", configuration.areas().getLast().sfn());
    Caller alice = byToken("/ISSUER=iam.hep.example.org/SUB=alice");
    assertTrue(isFirstDenied(configuration.areas().get(1), alice), "of an issuer not named there");
    assertFalse(isFirstDenied(configuration.areas().getFirst(), alice));
  }

  @Test
  void aSiteWithoutABackendHasTheAreasOfWebDav() throws Exception {
    StormFiles files =
        new StormFiles(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(SITE.resolve("webdav")));
    Outcome outcome = storm(false).run(files, Optional.empty());
    assertEquals(List.of(), outcome.mistakes());
    Configuration configuration = configuration();
    assertEquals("dav.example.org", configuration.endpoint().host());
    assertEquals(
        List.of("/hep", "/outreach", "/hep-tape"),
        configuration.areas().stream().map(AreaSettings::sfn).toList());
    assertEquals(1, outcome.report().count(SettingVerdict.WEAKER), "no class of tape");
  }

  private static Caller byToken(String dn) {
    return new Caller(dn, "https://iam.hep.example.org/", List.of(Fqan.parse("/hep")), "192.0.2.1");
  }

  private static boolean isFirstDenied(AreaSettings area, Caller caller) {
    return area.rules().stream()
        .filter(rule -> rule.who().matches(caller))
        .findFirst()
        .filter(rule -> !rule.allow())
        .isPresent();
  }

  @Test
  void theTokenOfPullersIsForItsOwnerAloneAndStays() throws Exception {
    run(false);
    Path tokens = directory.resolve("out/recall-table.tokens");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)));
    String token = Files.readString(tokens);
    assertEquals(65, token.length());
    run(true);
    assertEquals(token, Files.readString(tokens));
  }

  @Test
  void whatIsThereStaysUnlessForced() throws Exception {
    run(false);
    Path report = directory.resolve("out/import-report.txt");
    Files.writeString(report, "mine");
    String why = assertThrows(IOException.class, () -> run(false)).getMessage();
    assertTrue(why.contains("bora.yaml is there already") && why.contains("--force"), why);
    assertEquals("mine", Files.readString(report));
    run(true);
    assertFalse(Files.readString(report).equals("mine"));
  }

  @Test
  void whatWasCorrectedStaysBesideWhatIsMadeAnew() throws Exception {
    run(false);
    Path made = directory.resolve("out/bora.yaml");
    String fresh = Files.readString(made);
    run(true);
    assertFalse(Files.exists(directory.resolve("out/bora.yaml.before")));
    Files.writeString(made, "# mine\n");
    run(true);
    Files.writeString(made, "# mine again\n");
    run(true);
    assertEquals("# mine\n", Files.readString(directory.resolve("out/bora.yaml.before")));
    assertEquals("# mine again\n", Files.readString(directory.resolve("out/bora.yaml.before-2")));
    assertEquals(fresh, Files.readString(made));
  }

  @Test
  void theTimeWhenStormWasStoppedStays() throws Exception {
    run(false);
    storm(true, "2021-01-01T00:00:00Z").run(files(SITE.resolve("namespace.xml")), Optional.empty());
    assertEquals(
        Optional.of(Instant.parse(STOPPED)),
        configuration().areas().getFirst().tree().stormUntil());
  }

  @Test
  void nothingIsTakenOverByAPasswordThatOthersCanRead() throws Exception {
    Path password = Files.writeString(directory.resolve("password"), "hush");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
    BoraDatabase database =
        new BoraDatabase("jdbc:mysql://localhost/bora", "bora", Optional.of(password.toString()));
    Target target = new Target(directory.resolve("out"), false, database, Optional.empty());
    new StormImport(target, new SplittableRandom(1), InstantSource.fixed(Instant.EPOCH))
        .run(files(SITE.resolve("namespace.xml")), Optional.empty());
    Outcome outcome =
        new StormHandover(
                directory.resolve("out/bora.yaml"),
                Optional.of(Instant.MIN),
                text -> {},
                (done, all) -> {})
            .run(new StormState(List.of(), List.of(), new Leftovers(0, 0, 0, 0, 0)));
    String why = outcome.failure().orElseThrow();
    assertTrue(why.contains("password (database.password-file) has mode rw-r--r--"), why);
    assertEquals(4, outcome.report().count(SettingVerdict.CHANGED));
    String told = Files.readString(directory.resolve("out/takeover-report.txt"));
    assertTrue(told.contains("bora.yaml: areas.HEP-DISK.storm-until = 1970-01-01T00:00:00Z"), told);
  }

  @Test
  void aBrokenFileIsASentenceAndNothingIsWritten() throws Exception {
    Path broken = Files.writeString(directory.resolve("namespace.xml"), "<namespace>\n<x>");
    String why =
        assertThrows(
                UnreadableSource.class, () -> storm(false).run(files(broken), Optional.empty()))
            .getMessage();
    assertTrue(why.contains("namespace.xml:2: is not well-formed XML"), why);
    assertFalse(Files.exists(directory.resolve("out")));
  }

  @Test
  void whatBoraCannotTakeIsToldAsAMistake() throws Exception {
    Path odd = directory.resolve("namespace.xml");
    Files.writeString(
        odd,
        Files.readString(SITE.resolve("namespace.xml"))
            .replace(">gridftp2.example.org<", ">not a host<"));
    Outcome outcome = storm(false).run(files(odd), Optional.empty());
    assertFalse(outcome.isWhole());
    assertTrue(outcome.mistakes().getFirst().toString().contains("doors[1].host"));
  }
}
