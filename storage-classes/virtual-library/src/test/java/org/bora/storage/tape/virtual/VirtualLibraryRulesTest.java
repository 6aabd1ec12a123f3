package org.bora.storage.tape.virtual;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.nio.file.Path;
import java.time.Clock;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.tape.model.VirtualLibraries;
import org.bora.storage.tape.model.VirtualLibrarySettings;
import org.junit.jupiter.api.Test;

/** Whom this module may know, and how it is found. */
class VirtualLibraryRulesTest {
  private static final JavaClasses MODULE =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("org.bora.storage.tape.virtual");

  @Test
  void theLibraryKnowsTheJdkAndTheContractOfDrivers() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.bora.storage.spi..",
            "org.bora.storage.linux..",
            "org.bora.storage.tape.model..",
            "org.bora.storage.tape.virtual..")
        .because("it knows no other driver, no SRM word and no Spring")
        .check(MODULE);
  }

  @Test
  void foreignFunctionsAreCalledByTheBindingAlone() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Linker")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.invoke.MethodHandle")
        .because("a wrong descriptor crashes the process: all of them stand in one package")
        .check(MODULE);
  }

  @Test
  void aServerFindsIt() {
    VirtualLibraries libraries = VirtualLibraries.installed().orElseThrow();
    VirtualLibrarySettings toy = VirtualLibrarySettings.defaults(Path.of("/tapes"));
    try (TapeDriver driver = libraries.open(toy, Clock.systemUTC())) {
      assertInstanceOf(VirtualLibrary.class, driver);
    }
  }
}
