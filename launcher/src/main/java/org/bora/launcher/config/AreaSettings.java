package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.access.AclMode;
import org.bora.backend.access.AclSettings;
import org.bora.backend.access.DefaultEntry;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleReader;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.stage.AreaStageSettings;
import org.bora.storage.spi.TreeSettings;

/**
 * A storage area: a directory tree of a filesystem, with a storage class.
 *
 * @param name unique
 * @param sfn where clients see it
 * @param aliases where else SURLs reach it
 * @param root its directory
 * @param driver of the filesystem
 * @param tree how the driver is to treat it
 * @param keeping storage class, and the tape library that goes with it
 * @param stage how its files go between disk and tape
 * @param recallPriority -100 to 100; more is sooner
 * @param token identifier of the area's own space
 * @param description by which clients ask for the token
 * @param fileTypes what may become of files at the end of their lives
 * @param ownership to whom tokens, pins and reservations belong
 * @param acl how its files become accessible to local accounts
 * @param space its size, and what may be reserved of it
 * @param rules who may use it, and how
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

  /** What is wrong with one is told by {@link #checkSfn}; a missing one is not wrong twice. */
  private static final ValueType<String> SFN =
      new ValueType<>("a path as clients write it, /atlas", "/area", Values.text()::read);

  /** Filesystems there is a driver for. */
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

  static List<AreaSettings> read(List<Section> sections, Path base) {
    return sections.stream().map(section -> read(section, base)).flatMap(Optional::stream).toList();
  }

  private static Optional<AreaSettings> read(Section section, Path base) {
    String name = section.required("name", Values.text("a name of your choice"));
    String sfn = section.required("sfn", SFN);
    List<String> aliases = section.list("aliases", SFN);
    Path root = section.required("root", Values.path(base));
    if (root.getNameCount() == 0) {
      section.mistake("root", "is / itself, the whole machine; name a directory below it");
    }
    Driver driver = section.value("driver", Values.oneOf(Driver.class), "posix");
    TreeSettings tree = TreeSection.area(section, driver);
    KeepingSection.Read kept = KeepingSection.area(section);
    Optional<String> token = section.optional("token", Values.text("a text, unique at the site"));
    Optional<String> description = section.optional("description", Values.text());
    List<FileStorageType> types = section.list("file-types", Values.oneOf(FileStorageType.class));
    OwnerRule ownership = section.value("owner", Values.oneOf(OwnerRule.class), "dn");
    AclSettings acl = acl(section);
    AreaSpaceSettings space = SpaceSection.area(section);
    RuleReader reader = new RuleReader(sfn);
    List<Rule> rules = section.lines("rules", RuleReader.FORM, reader::read);
    section.finish();
    return section.build(
        () ->
            new AreaSettings(
                name,
                sfn,
                aliases,
                root,
                driver,
                tree,
                kept.keeping(),
                kept.stage(),
                kept.recallPriority(),
                token.orElse(name),
                description.orElse(name),
                types.isEmpty() ? Set.of(FileStorageType.PERMANENT) : Set.copyOf(types),
                ownership,
                acl,
                space,
                rules));
  }

  private static AclSettings acl(Section section) {
    AclMode mode = section.value("acl", Values.oneOf(AclMode.class), "none");
    ValueType<DefaultEntry> entry =
        new ValueType<>(DefaultEntry.FORM, "other::---", DefaultEntry::parse);
    List<DefaultEntry> entries = section.list("default-acl", entry);
    return section.build(() -> new AclSettings(mode, entries)).orElseGet(AclSettings::defaults);
  }
}
