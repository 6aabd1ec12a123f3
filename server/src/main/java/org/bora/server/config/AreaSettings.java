package org.bora.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.access.AclSettings;
import org.bora.backend.authorise.Rule;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.storage.spi.TreeSettings;

/**
 * A storage area: a directory tree of a filesystem, with a storage class.
 *
 * @param name unique
 * @param sfn path by which clients reach it
 * @param aliases other paths by which SURLs reach it
 * @param root its directory
 * @param driver of the filesystem
 * @param tree settings of the driver
 * @param keeping storage class, and its tape library
 * @param stage migration, recall and release of its files
 * @param recallPriority -100 to 100; a higher value is recalled sooner
 * @param token identifier of the area's own space
 * @param description by which clients ask for the token
 * @param fileTypes what may happen to files when their lifetime ends
 * @param ownership who owns tokens, pins and reservations
 * @param acl how its files become accessible to local accounts
 * @param space its size, and how much of it may be reserved
 * @param rules who may do what in it
 */
public record AreaSettings(
    String name,
    String sfn,
    List<String> aliases,
    Path root,
    Driver driver,
    TreeSettings tree,
    Keeping keeping,
    AreaStageSettings stage,
    int recallPriority,
    String token,
    String description,
    Set<FileStorageType> fileTypes,
    OwnerRule ownership,
    AclSettings acl,
    AreaSpaceSettings space,
    List<Rule> rules) {

  /** The available filesystem drivers. */
  public enum Driver {
    POSIX,
    GPFS,
    LUSTRE
  }

  public AreaSettings {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(tree, "tree");
    Objects.requireNonNull(keeping, "keeping");
    Objects.requireNonNull(stage, "stage");
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(ownership, "ownership");
    fileTypes = Set.copyOf(fileTypes);
    Objects.requireNonNull(acl, "acl");
    Objects.requireNonNull(space, "space");
    rules = List.copyOf(rules);
    aliases = List.copyOf(aliases);
    checkSfn(sfn);
    aliases.forEach(AreaSettings::checkSfn);
  }

  private static void checkSfn(String sfn) {
    if (!sfn.startsWith("/") || sfn.length() < 2 || sfn.endsWith("/")) {
      throw new IllegalArgumentException(
          "sfn '" + sfn + "' must begin with a slash, name something and not end with a slash");
    }
    if ((sfn + "/").contains("//") || (sfn + "/").contains("/./") || (sfn + "/").contains("/../")) {
      throw new IllegalArgumentException(
          "sfn '" + sfn + "' must not hold '//', '.' or '..': clients could not reach it");
    }
  }

  /** The same with the rules that the area of this name has among {@code others}, if any. */
  AreaSettings taking(List<AreaSettings> others) {
    List<Rule> theirs =
        others.stream()
            .filter(other -> other.name.equals(name))
            .findFirst()
            .map(AreaSettings::rules)
            .orElse(rules);
    return new AreaSettings(
        name,
        sfn,
        aliases,
        root,
        driver,
        tree,
        keeping,
        stage,
        recallPriority,
        token,
        description,
        fileTypes,
        ownership,
        acl,
        space,
        theirs);
  }
}
