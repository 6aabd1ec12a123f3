package org.bora.backend.operation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bora.api.directory.PathDetail;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules about paths, at the directory functions, on real directories. */
class PathRulesIT {

  @TempDir private Path dir;
  private DirectoryFixture site;

  @BeforeEach
  void opens() throws IOException {
    site =
        new DirectoryFixture(
            dir,
            DirectorySettings.defaults(),
            "deny all to anyone on /vo/hidden/**",
            "deny delete to anyone on /vo/**/keep",
            "deny write, create, delete to anyone on /vo/raw/**",
            "allow create to vo vo on /vo/inbox/*",
            "deny create to anyone on /vo/inbox/**",
            "deny create to anyone on /vo/*/no",
            "allow all to vo vo");
    for (String file : List.of("hidden/f", "a/b/f", "a/keep", "raw/f", "d/f", "inbox/g")) {
      site.file(file, "x");
    }
  }

  @AfterEach
  void closes() {
    site.close();
  }

  private List<String> names(String sfn) {
    return site.ls(1, 0, 0, sfn).details().getFirst().children().stream()
        .map(PathDetail::path)
        .sorted()
        .toList();
  }

  @Test
  void whatMayNotBeListedIsNotShownAndDoesNotCountInPages() {
    assertEquals(List.of("/vo/a", "/vo/d", "/vo/inbox", "/vo/raw", "/vo/tape"), names("/vo"));
    assertEquals(5, site.ls(1, 0, 5, "/vo").details().getFirst().children().size());
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.stat("/vo/hidden/f").status().code());
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.stat("/vo/hidden").status().code());
  }

  @Test
  void aTreeIsRemovedWholeOrNotTouched() {
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.rmdir("/vo/a", true));
    assertTrue(Files.exists(site.root.resolve("a/b/f")), "nothing was touched");
    assertTrue(Files.exists(site.root.resolve("a/keep")));
    assertEquals(SrmStatus.SUCCESS, site.rmdir("/vo/a/b", true));
    assertFalse(Files.exists(site.root.resolve("a/b")));
  }

  @Test
  void filesAreRemovedAndMadeWhereTheRulesSay() {
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.rm("/vo/a/keep"));
    assertEquals(SrmStatus.SUCCESS, site.rm("/vo/a/b/f"));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, site.mkdir(DirectoryFixture.MEMBER, "/vo/raw/new"));
    assertEquals(SrmStatus.SUCCESS, site.mkdir(DirectoryFixture.MEMBER, "/vo/inbox/new"));
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, site.mkdir(DirectoryFixture.MEMBER, "/vo/inbox/new/x"));
  }

  @Test
  void aMoveNeedsToDeleteThereAndToCreateHere() {
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.mv("/vo/raw/f", "/vo/d/g"));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.mv("/vo/d/f", "/vo/raw/g"));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.mv("/vo/d/f", "/vo/raw"));
    assertEquals(SrmStatus.SUCCESS, site.mv("/vo/d/f", "/vo/inbox"), "into the directory");
    assertTrue(Files.exists(site.root.resolve("inbox/f")));
  }

  @Test
  void aDirectoryThatHoldsWhatMayNotGoStays() {
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, site.mv("/vo/a", "/vo/d/a"));
    assertTrue(Files.exists(site.root.resolve("a/keep")));
  }
}
