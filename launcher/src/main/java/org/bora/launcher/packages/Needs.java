package org.bora.launcher.packages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Sets of packages for what is to be done. */
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

  /** What the tests use beyond that. */
  public static Needs tests() {
    return of(
        Requirement.library("gfal2-plugin-http", "gfal2-plugins/libgfal_plugin_http.so"),
        Requirement.command("globus-proxy-utils", "grid-proxy-info"),
        Requirement.command("globus-gsi-cert-utils-progs", "grid-cert-info"),
        Requirement.command("nordugrid-arc-client", "arccp"),
        Requirement.file("nordugrid-arc-plugins-gridftp", "/usr/lib/arc/libdmcgridftpdeleg.so"),
        Requirement.command("acl", "getfacl"),
        Requirement.command("e2fsprogs", "mkfs.ext4"),
        Requirement.command("xfsprogs", "mkfs.xfs"),
        Requirement.command("btrfs-progs", "mkfs.btrfs"),
        Requirement.command("gcc", "gcc"),
        Requirement.file("libc6-dev", "/usr/include/stdio.h"),
        Requirement.command("curl", "curl"),
        Requirement.command("litmus", "litmus"),
        Requirement.command("davix", "davix-get"),
        Requirement.command("rclone", "rclone"),
        Requirement.command("awscli", "aws"),
        Requirement.file("python3-boto3", "/usr/lib/python3/dist-packages/boto3"),
        Requirement.command("s3cmd", "s3cmd"),
        Requirement.command("restic", "restic"),
        Requirement.command("s3fs", "s3fs"),
        Requirement.command("xrootd-client", "xrdcp"),
        Requirement.library("xrootd-client-http-plugins", "libXrdClHttp-5.so"),
        Requirement.command("xrootd-server", "xrootd"),
        Requirement.library("xrootd-server-plugins", "libXrdHttpTPC-5.so"),
        Requirement.command("golang-go", "go"),
        Requirement.file("nginx-light", "/usr/sbin/nginx"),
        Requirement.file("python3-pymacaroons", "/usr/lib/python3/dist-packages/pymacaroons"),
        Requirement.command("procps", "ps"),
        Requirement.file("python3-venv", "/usr/lib/python3.11/ensurepip"),
        Requirement.command("haproxy", "haproxy"),
        Requirement.command("chromium", "chromium"),
        // what the documentation has administrators use
        Requirement.command("attr", "getfattr"),
        Requirement.command("jq", "jq"),
        Requirement.command("mariadb-client", "mariadb-dump"));
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
