package org.bora.gridftp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.bora.gridftp");

  @Test
  void packagesFormNoCycle() {
    slices().matching("org.bora.gridftp.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void thisModuleKnowsNoOtherOfOursAndNoSpring() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework..",
            "org.bora.api..",
            "org.bora.backend..",
            "org.bora.frontend..",
            "org.bora.storage..",
            "org.bora.launcher..")
        .check(CLASSES);
  }

  @Test
  void serversAreWatchedWithoutKnowingTheProtocol() {
    noClasses()
        .that()
        .resideInAPackage("org.bora.gridftp.watch..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.globus..", "org.gridforum..", "org.ietf.jgss..", "eu.emi..", "org.bouncycastle..")
        .check(CLASSES);
  }

  @Test
  void onlyTheProviderTouchesJGlobusSecurity() {
    noClasses()
        .that()
        .resideInAPackage("org.bora.gridftp.control..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.globus.gsi..", "org.gridforum..")
        .check(CLASSES);
  }
}
