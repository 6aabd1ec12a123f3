package org.bora.launcher.packages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The Debian packages that each kind of work needs. */
public record Needs(List<Requirement> requirements) {

  public Needs {
    requirements = List.copyOf(requirements);
  }

  /** The embedded MariaDB server (what its executable is linked with) and starting children. */
  public static Needs database() {
    return of(
        Requirement.library("libcrypt1", "libcrypt.so.1"),
        Requirement.library("libsystemd0", "libsystemd.so.0"),
        Requirement.library("libstdc++6", "libstdc++.so.6"),
        Requirement.command("util-linux", "setsid"));
  }

  /** A GridFTP server of our own. */
  public static Needs gridftp() {
    return of(Requirement.command("globus-gridftp-server-progs", "globus-gridftp-server"));
  }

  /** Making the try grid. */
  public static Needs tryGrid() {
    return of(
        Requirement.command("openssl", "openssl"),
        Requirement.command("voms-clients", "voms-proxy-fake"),
        Requirement.command("python3", "python3"));
  }

  /** The clients of the commands that {@code up} prints. */
  public static Needs clients() {
    return of(
        Requirement.command("gfal2-util-scripts", "gfal-copy"),
        Requirement.file("python3-gfal2-util", "/usr/lib/python3/dist-packages/gfal2_util"),
        Requirement.library("gfal2-plugin-srm", "gfal2-plugins/libgfal_plugin_srm.so"),
        Requirement.library("gfal2-plugin-gridftp", "gfal2-plugins/libgfal_plugin_gridftp.so"),
        Requirement.library("gfal2-plugin-file", "gfal2-plugins/libgfal_plugin_file.so"),
        Requirement.command("globus-gass-copy-progs", "globus-url-copy"));
  }

  private static Needs of(Requirement... requirements) {
    return new Needs(Arrays.asList(requirements));
  }

  public Needs and(Needs more) {
    List<Requirement> all = new ArrayList<>(requirements);
    all.addAll(more.requirements);
    return new Needs(all);
  }

  /** The names of the Debian packages that are not there, in order. */
  public List<String> missing(Path root) {
    Objects.requireNonNull(root, "root");
    return requirements.stream()
        .filter(requirement -> !requirement.isMet(root))
        .map(Requirement::debian)
        .distinct()
        .toList();
  }
}
