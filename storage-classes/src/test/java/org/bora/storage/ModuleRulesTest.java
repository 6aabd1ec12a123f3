package org.bora.storage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** Whom this module may know. */
class ModuleRulesTest {
  private static final JavaClasses MODULE =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("org.bora.storage");

  @Test
  void storageKnowsTheJdkTheLoggingFacadeJsonAndItself() {
    classes()
        .that()
        .resideInAPackage("org.bora.storage..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.bora.storage..",
            "org.bora.settings..",
            "java..",
            "javax.crypto..",
            "org.slf4j..",
            "tools.jackson..")
        .because("storage knows no SRM word and no Spring (DESIGN section 3 rule 3)")
        .check(MODULE);
  }

  @Test
  void onlyWhatTalksToTapeSystemsOutsideKnowsJson() {
    noClasses()
        .that()
        .resideOutsideOfPackages("..storage.tape.wire..", "..storage.tape.script..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("tools.jackson..")
        .because("what files and filesystems are needs no JSON")
        .check(MODULE);
  }

  @Test
  void packagesDoNotKnowEachOtherInCircles() {
    slices().matching("org.bora.storage.(*)..").should().beFreeOfCycles().check(MODULE);
  }

  @Test
  void theContractKnowsNoDriver() {
    noClasses()
        .that()
        .resideInAPackage("..storage.spi..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..storage.posix..", "..storage.linux..", "..storage.account..")
        .because("a driver is exchangeable")
        .check(MODULE);
  }

  @Test
  void onlyTheBindingTouchesForeignFunctions() {
    noClasses()
        .that()
        .resideOutsideOfPackage("..storage.linux..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Linker")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.invoke.MethodHandle")
        .because("a wrong descriptor crashes the process: all of them stand in one package")
        .check(MODULE);
  }
}
