package org.bora.server.config;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.access.AclMode;
import org.bora.backend.access.AclSettings;
import org.bora.backend.access.DefaultEntry;
import org.bora.backend.authorise.Rule;
import org.bora.backend.authorise.RuleReader;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.BufferSettings;
import org.bora.server.config.AreaSettings.Driver;
import org.bora.settings.Key;
import org.bora.settings.Keys;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.TreeSettings;

/** An element of the list {@code areas}. */
record AreaSection(
    @Key(allowed = "a name of your choice") String name,
    @Key(form = Key.Form.SFN) String sfn,
    @Key(form = Key.Form.SFN) List<String> aliases,
    @Key Path root,
    @Key(preset = "posix") Driver driver,
    @Key(preset = "auto") SpaceSource spaceSource,
    @Key(preset = "true") boolean preallocate,
    TreeSection.Stripes striping,
    @Key(preset = "false") boolean hsm,
    @Key Optional<Instant> stormUntil,
    @Key(name = "class", preset = "d1t0") StorageClass storageClass,
    @Key(allowed = "a name of tape.libraries") Optional<String> library,
    BufferSettings buffer,
    @Key(preset = "before-tape") PutDoneAnswer putDone,
    @Key(preset = "false") boolean sha256,
    @Key(preset = "0", least = "-100", most = "100") int recallPriority,
    @Key(allowed = "a text, unique at the site") Optional<String> token,
    @Key Optional<String> description,
    @Key List<FileStorageType> fileTypes,
    @Key(preset = "dn") OwnerRule owner,
    @Key(preset = "none") AclMode acl,
    @Key List<DefaultEntry> defaultAcl,
    @Key(least = "1B", most = "1048576TiB") Optional<Long> size,
    ReservationSettings reservations,
    HolderLimits puts,
    SpaceSection.Quotas quotas,
    @Key(allowed = RuleReader.FORM) List<Line> rules)
    implements Keys {

  static List<AreaSettings> read(List<Section> sections) {
    return sections.stream().flatMap(each -> read(each).stream()).toList();
  }

  private static Optional<AreaSettings> read(Section section) {
    AreaSection said = section.bind(AreaSection.class);
    if (said.root.getNameCount() == 0) {
      section.mistake("root", "is / itself, the whole machine; name a directory below it");
    }
    TreeSettings tree = TreeSection.of(section, said);
    KeepingSection.Kept kept = KeepingSection.of(section, said);
    AclSettings acl =
        section
            .build(() -> new AclSettings(said.acl, said.defaultAcl))
            .orElseGet(AclSettings::defaults);
    AreaSpaceSettings space = said.space(section);
    RuleReader reader = new RuleReader(said.sfn);
    List<Rule> rules = section.each(said.rules, line -> reader.read(line.text(), line.origin()));
    return section.build(
        () ->
            new AreaSettings(
                said.name,
                said.sfn,
                said.aliases,
                said.root,
                said.driver,
                tree,
                kept.keeping(),
                kept.stage(),
                kept.recallPriority(),
                said.token.orElse(said.name),
                said.description.orElse(said.name),
                said.fileTypes.isEmpty()
                    ? Set.of(FileStorageType.PERMANENT)
                    : Set.copyOf(said.fileTypes),
                said.owner,
                acl,
                space,
                rules));
  }

  private AreaSpaceSettings space(Section section) {
    AreaSpaceSettings preset = AreaSpaceSettings.defaults();
    QuotaLimits most = section.section("quotas").build(quotas::settings).orElse(preset.quotas());
    return new AreaSpaceSettings(SpaceSection.bytes(size), reservations, puts, most);
  }
}
