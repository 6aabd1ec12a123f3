package org.bora.launcher.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagesIT {
  @TempDir private Path root;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void onAnEmptyMachineEverythingIsMissing() {
    List<String> missing = Needs.gridftp().and(Needs.tryGrid()).missing(root);
    assertEquals(
        List.of("globus-gridftp-server-progs", "openssl", "voms-clients", "python3"), missing);
  }

  @Test
  void whatIsThereUnderAnyOfItsPathsIsNotMissing() throws Exception {
    put("usr/sbin/globus-gridftp-server");
    put("usr/local/bin/openssl");
    put("usr/lib/aarch64-linux-gnu/gfal2-plugins/libgfal_plugin_srm.so");
    assertEquals(List.of(), Needs.gridftp().missing(root));
    assertEquals(List.of("voms-clients", "python3"), Needs.tryGrid().missing(root));
    assertTrue(!Needs.clients().missing(root).contains("gfal2-plugin-srm"));
  }

  @Test
  void anOrdinaryUserIsToldTheOneLine() throws Exception {
    put("usr/bin/openssl");
    var result = installer().require(Needs.tryGrid().and(Needs.gridftp()));
    var lacking = assertInstanceOf(PackageInstaller.Result.Lacking.class, result);
    assertEquals(
        "sudo apt-get install --no-install-recommends voms-clients python3"
            + " globus-gridftp-server-progs",
        lacking.message().lines().toList().getLast().strip());
    assertEquals("", printed.toString(StandardCharsets.UTF_8));
  }

  @Test
  void nothingMissingIsNothingToDo() throws Exception {
    put("usr/sbin/globus-gridftp-server");
    assertInstanceOf(PackageInstaller.Result.Complete.class, installer().require(Needs.gridftp()));
  }

  private PackageInstaller installer() {
    return new PackageInstaller(
        root, false, new PrintStream(printed, true, StandardCharsets.UTF_8));
  }

  private void put(String path) throws Exception {
    Files.createDirectories(root.resolve(path).getParent());
    Files.createFile(root.resolve(path));
  }
}
