package org.bora.it.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.Operation;
import org.bora.api.wire.KeptPeer;
import org.bora.api.wire.PeerCredentials;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who may know whom; the rules of CONTRIBUTING, each with its reason. */
class HouseRulesTest {

  private static final String[] HALVES = {
    "frontend",
    "backend",
    "storage",
    "gridftp",
    "client",
    "door",
    "files",
    "http",
    "s3",
    "storm",
    "admin",
    "settings",
    "page",
    "server",
    "launcher",
    "devtools"
  };

  private static final String COMMAND = "org.bora.launcher.command";
  private static final String DEVTOOLS = "org.bora.devtools";

  /** Test fixtures that modules share. */
  private static final Pattern TEST_JARS = Pattern.compile(".*-tests\\.jar!?.*");

  private static JavaClasses house;

  @BeforeAll
  static void readTheHouse() {
    house =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.matches(TEST_JARS))
            .importPackages("org.bora");
  }

  @Test
  void theWholeHouseIsSeen() {
    for (String half : HALVES) {
      assertSeen(half);
    }
    assertSeen("storage.tape.virtual");
  }

  private static void assertSeen(String part) {
    assertTrue(
        house.stream().anyMatch(c -> c.getPackageName().startsWith("org.bora." + part)),
        "no class of org.bora." + part + ": the other rules would say nothing");
  }

  @Test
  void nothingOfTheProductIsMadeForTheSimulation() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.bora.simulation..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bora.simulation..")
        .because("the simulation runs the product as it is")
        .check(house);
  }

  @Test
  void neitherHalfSeesTheOther() {
    noClasses()
        .that()
        .resideInAPackage("org.bora.frontend..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.bora.backend..", "org.bora.storage..", "org.bora.gridftp..")
        .because("a frontend holds no storage, no database and no credential for them")
        .check(house);
    noClasses()
        .that()
        .resideInAPackage("org.bora.backend..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.bora.frontend..", "org.bora.door..", "org.bora.contract..")
        .because("a backend speaks no SOAP, and believes doors about callers")
        .check(house);
  }

  @Test
  void storageAndDoorsStandAlone() {
    for (String alone : new String[] {"storage", "gridftp", "client", "port"}) {
      noClasses()
          .that()
          .resideInAPackage("org.bora." + alone + "..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.bora..")
                  .and(DescribedPredicate.not(resideInAPackage("org.bora." + alone + "..")))
                  .and(DescribedPredicate.not(resideInAPackage("org.bora.settings..")))
                  .and(DescribedPredicate.not(resideInAPackage(contractOf(alone)))))
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage("org.springframework..")
          .because("they must be usable, testable and replaceable without the rest")
          .check(house);
    }
  }

  /** The client of other SRMs speaks the same contract as the server. */
  private static String contractOf(String alone) {
    return alone.equals("client") ? "org.bora.contract.." : "org.bora." + alone + "..";
  }

  @Test
  void theVirtualLibraryIsFoundAndNotKnown() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.bora.storage.tape.virtual..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bora.storage.tape.virtual..")
        .because("a server runs without its jar, and says so where one is configured")
        .check(house);
  }

  @Test
  void theToolsOfACheckoutAreFoundAndNotKnown() {
    noClasses()
        .that()
        .resideOutsideOfPackage(DEVTOOLS + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(DEVTOOLS + "..")
        .because("packages and images are without their jar")
        .check(house);
  }

  @Test
  void onlyTheServerKnowsTheFramework() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.bora.server..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework.boot..",
            "org.springframework.context..",
            "org.springframework.beans..")
        .because("what Bora does is put together by constructors, in a test as in a process")
        .check(house);
  }

  @Test
  void theSharedWordsKnowOnlyTheJdk() {
    noClasses()
        .that()
        .resideInAPackage("org.bora.api..")
        .and()
        .resideOutsideOfPackage("org.bora.api.wire..")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.not(
                resideInAnyPackage(
                    "java..", "javax.crypto..", "javax.security..", "org.bora.api..")))
        .because("both halves, and every test, carry them")
        .check(house);
  }

  @Test
  void whatSaysWhatSettingsAreKnowsOnlyTheJdk() {
    noClasses()
        .that()
        .resideInAPackage("org.bora.settings..")
        .should()
        .dependOnClassesThat(
            DescribedPredicate.not(resideInAnyPackage("java..", "org.bora.settings..")))
        .because("every feature may have its settings beside it")
        .check(house);
  }

  @Test
  void soapTypesStayInSoap() {
    noClasses()
        .that(
            DescribedPredicate.not(
                resideInAnyPackage(
                    "org.bora.frontend.soap..", "org.bora.client..", "org.bora.contract..")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.bora.contract..")
        .because("the wire's shape must not leak into the rest")
        .check(house);
  }

  @Test
  void theLinkStaysAtTheEdges() {
    noClasses()
        .that(
            DescribedPredicate.not(
                resideInAnyPackage(
                    "org.bora.api.wire..",
                    "org.bora.frontend.dispatch..",
                    "org.bora.backend.serve..")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("com.google.protobuf..", "org.bora.api.wire..")
                .and(DescribedPredicate.not(equivalentTo(PeerCredentials.class)))
                .and(DescribedPredicate.not(equivalentTo(KeptPeer.class))))
        .because("inside there are only our own records; keys for mutual TLS are no message")
        .check(house);
    noClasses()
        .that(DescribedPredicate.not(resideInAPackage("org.bora.api.wire..")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tools.jackson.dataformat..")
        .because("what messages look like is said in one place")
        .check(house);
  }

  @Test
  void whatIsDoneForEveryCallNamesNoOperation() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.bora.api.wire..",
            "org.bora.frontend.dispatch..",
            "org.bora.door.admit..",
            "org.bora.door.audit..",
            "org.bora.backend.audit..",
            "org.bora.backend.bulkhead..",
            "org.bora.backend.serve..")
        .should()
        .accessFieldWhere(
            DescribedPredicate.describe(
                "an operation of the catalogue",
                access ->
                    access.getTargetOwner().isEquivalentTo(Catalogue.class)
                        && access.getTarget().getRawType().isEquivalentTo(Operation.class)))
        .because("a new operation has all of it by its properties in the catalogue")
        .check(house);
  }

  @Test
  void operationsDoNotKnowEachOther() {
    slices()
        .matching("org.bora.backend.operation.(*)..")
        .should()
        .notDependOnEachOther()
        .because("they meet in request, pin, space, locate and turl")
        .check(house);
  }

  @Test
  void verbsDoNotKnowEachOther() {
    slices()
        .matching(COMMAND + ".(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(DescribedPredicate.alwaysTrue(), resideInAPackage(COMMAND + ".option.."))
        .because("what several verbs need stands in option, which knows none of them")
        .check(house);
    noClasses()
        .that()
        .resideOutsideOfPackages(
            COMMAND + "..", "org.bora.launcher", DEVTOOLS, DEVTOOLS + ".command")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(COMMAND + "..")
        .because("what a verb does stands elsewhere, and can be had without a command line")
        .check(house);
  }

  @Test
  void sqlStandsInTables() {
    noClasses()
        .that()
        .haveSimpleNameNotEndingWith("Table")
        .and()
        .doNotHaveFullyQualifiedName("org.bora.backend.database.Dialogue")
        .and()
        .resideInAnyPackage("org.bora.backend..", "org.bora.storm..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("org.springframework.jdbc.core.simple.JdbcClient$StatementSpec")
        .because("a reader finds every statement by the name of the class; a dialogue only sends")
        .check(house);
  }

  @TestFactory
  Stream<DynamicTest> noCycleBetweenPackages() {
    return Stream.of(HALVES)
        .map(
            half ->
                DynamicTest.dynamicTest(
                    half,
                    () ->
                        slices()
                            .matching("org.bora." + half + ".(**)")
                            .should()
                            .beFreeOfCycles()
                            .allowEmptyShould(true) // one package alone has no cycle
                            .check(house)));
  }

  @Test
  void namesSayWhatThingsAre() {
    noClasses()
        .that()
        .resideInAPackage("org.bora..")
        .should()
        .resideInAnyPackage(
            "..util..",
            "..utils..",
            "..common..",
            "..helper..",
            "..impl..",
            "..misc..",
            "..manager..")
        .orShould()
        .haveNameMatching(".*(Manager|Helper|Utils?|Impl)")
        .because("such a name explains nothing")
        .check(house);
  }

  @Test
  void nothingChangesBehindTheScenes() {
    ArchRule constants =
        fields()
            .that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat(
                resideInAPackage("org.bora..")
                    .and(DescribedPredicate.not(resideInAPackage("org.bora.contract.."))))
            .should()
            .beFinal()
            .because("static state hides between calls and between tests");
    constants.check(house);
    noFields()
        .that()
        .areDeclaredInClassesThat(resideInAPackage("org.bora.."))
        .should()
        .haveRawType(ThreadLocal.class)
        .because("calls run on virtual threads; what a call needs is handed to it")
        .check(house);
  }

  @Test
  void timeComesInByConstructor() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.bora.frontend..",
            "org.bora.backend..",
            "org.bora.gridftp..",
            "org.bora.client..",
            "org.bora.door..",
            "org.bora.port..")
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .because("time that cannot be set cannot be tested")
        .check(house);
  }
}
