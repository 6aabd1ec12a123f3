package org.bora.storage.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.bora.storage.account.ProcessRights;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.Upload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stubs of a process that the kernel does not let read them, although they are its own. Where the
 * tests run as root they start one that has lost all capabilities.
 */
class StubsWithoutPrivilegeIT {
  private static final long PATIENCE_SECONDS = 60;

  @Test
  void aProcessWithoutPrivilegeReleasesAndRecallsItsOwnFiles(@TempDir Path area)
      throws IOException, InterruptedException {
    if (ProcessRights.ofThisProcess().uid() != 0) {
      whole(area);
      return;
    }
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "setpriv (util-linux) is needed");
    Path said = area.resolveSibling("bora-said-" + UUID.randomUUID());
    List<String> command =
        new ArrayList<>(List.of("/usr/bin/setpriv", "--bounding-set=-all", "--inh-caps=-all"));
    command.addAll(List.of("--securebits=+noroot,+noroot_locked"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(StubsWithoutPrivilegeIT.class.getName(), area.toString()));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertEquals(true, process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS));
      String text = Files.readString(said, StandardCharsets.UTF_8);
      assertEquals(0, process.exitValue(), text);
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(said);
    }
  }

  /** Runs in the process without privilege. */
  public static void main(String[] arguments) throws IOException {
    whole(Path.of(arguments[0]));
  }

  private static void whole(Path directory) throws IOException {
    AreaPath file = AreaPath.parse("file");
    try (AreaTree tree = new PosixDriver().open(directory)) {
      Upload upload = new Upload(file, UUID.randomUUID());
      tree.beginUpload(upload, Owner.PROCESS, 0640);
      Files.writeString(Path.of(tree.uploadPath(upload)), "Wikipedia");
      tree.sealUpload(upload, Owner.PROCESS, 0640, new FileLabel("label"));
      tree.publishUpload(upload, false);
      TapeCopy copy =
          new TapeCopy(
              "library", TapeLocation.named("x"), 9, "11e60398", Optional.empty(), Instant.EPOCH);
      tree.residences().noteTapeCopy(file, upload.id(), copy);
      tree.residences().release(file, upload.id());
      check(!Files.isReadable(directory.resolve("file")), "the stub is not readable");
      check(!tree.facts(file).residency().onDisk(), "the facts are known");
      check(tree.isPublished(upload), "the upload is known");
      tree.relabel(file, new FileLabel("another"));
      tree.syncEntry(file);
      tree.setMode(file, 0600);
      check(tree.acl(file).equals(Acl.ofMode(0600)), "the rights are kept");
      tree.residences().release(file, upload.id());
      check(!Files.isReadable(directory.resolve("file")), "the stub is locked again");
      String brought = tree.residences().beginRecall(file, upload.id(), 1);
      Files.writeString(Path.of(brought), "Wikipedia");
      tree.residences().finishRecall(file, upload.id());
      check(Files.readString(directory.resolve("file")).equals("Wikipedia"), "it is back");
      check(tree.facts(file).mode() == 0600, "with its rights");
      check(tree.facts(file).label().get().text().equals("another"), "with its label");
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("not so: " + what);
    }
  }
}
