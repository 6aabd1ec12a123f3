package org.bora.it.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.it.site.Shell;
import org.bora.it.site.Site;
import org.bora.it.site.SplitSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * As root: files belong to the account of the grid-mapfile, and GridFTP can write to them as it.
 */
@ExtendWith(MariaDb.class)
class MappedOwnerIT {
  private static final String ACCOUNT = "games";
  private static final String SERVICE = "daemon";

  @Test
  void aFileBelongsToTheAccountThatItsWriterIsMappedTo(Schemas schemas) throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
    Map<String, String> accounts = Map.of("/DC=test/DC=grid/OU=people/CN=Alice Test", ACCOUNT);
    try (SplitSite site = SplitSite.mapping(schemas.empty(), UnaryOperator.identity(), accounts)) {
      assumeTrue(reachable(site.files()), "the checkout lies where other accounts cannot go");
      aFileIsGivenAway(site, "mapped");

      // the same from an ordinary account with what SECURITY.md says that it needs, and no more
      site.killBackend();
      site.startBackendAs(SERVICE, "chown", "fowner", "dac_override");
      aFileIsGivenAway(site, "again");
      String removed = "srm://" + site.endpoint() + "/testvo/mapped";
      gfal(site, "gfal-rm", "-r", removed).succeeded();
      assertFalse(Files.exists(site.files().resolve("mapped")));
    }
  }

  private static void aFileIsGivenAway(SplitSite site, String name) throws IOException {
    Path source = Files.writeString(site.files().resolveSibling("source"), name);
    String directory = "srm://" + site.endpoint() + "/testvo/" + name;
    gfal(site, "gfal-mkdir", directory).succeeded();
    gfal(site, "gfal-copy", "file://" + source, directory + "/file").succeeded();

    check(site.files().resolve(name), "rwxr-xr-x");
    check(site.files().resolve(name + "/file"), "rw-r--r--");
    assertEquals(name, gfal(site, "gfal-cat", directory + "/file").succeeded().output());
  }

  private static Shell.Result gfal(SplitSite site, String... command) {
    String[] words = new String[command.length + 1];
    words[0] = Site.CHECKOUT.resolve("integration-tests/clients/gfal-noabort").toString();
    System.arraycopy(command, 0, words, 1, command.length);
    return site.shell().run(Duration.ofMinutes(1), words);
  }

  private static void check(Path path, String mode) throws IOException {
    PosixFileAttributes facts =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    assertEquals(ACCOUNT, facts.owner().getName(), path.toString());
    assertEquals(ACCOUNT, facts.group().getName(), path.toString());
    assertEquals(mode, PosixFilePermissions.toString(facts.permissions()), path.toString());
  }

  private static boolean reachable(Path path) {
    return new Shell(Path.of("/"), Map.of())
            .run(
                Duration.ofMinutes(1),
                "setpriv",
                "--reuid",
                ACCOUNT,
                "--clear-groups",
                "--regid",
                ACCOUNT,
                "test",
                "-x",
                path.toString())
            .status()
        == 0;
  }
}
