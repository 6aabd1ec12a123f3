package org.bora.devtools.suite;

import java.util.List;
import org.bora.launcher.packages.Needs;
import org.bora.launcher.packages.Requirement;

/** The Debian packages that the tests need. */
public final class TestNeeds {
  private TestNeeds() {}

  /** With those of a Bora that makes its own grid. */
  public static Needs all() {
    return Needs.database()
        .and(Needs.gridftp())
        .and(Needs.tryGrid())
        .and(Needs.clients())
        .and(onlyTests());
  }

  private static Needs onlyTests() {
    return new Needs(
        List.of(
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
            Requirement.command("mariadb-client", "mariadb-dump")));
  }
}
