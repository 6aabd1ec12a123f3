package org.bora.server.publish;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.bora.backend.authorise.AllowedVos;
import org.bora.backend.authorise.Rule;
import org.bora.backend.space.AreaFigures;
import org.bora.server.publish.SiteSettings.ShareSettings;
import org.bora.server.publish.StorageService.Amounts;
import org.bora.server.publish.StorageService.Endpoint;

/**
 * Describes the service from the figures of its areas and from the configuration. Nothing is
 * guessed: unknown values are omitted, and a note says so.
 *
 * @param site of it
 * @param host that clients know the service by
 * @param version of Bora
 * @param terms of every area, by its name
 */
public record Picture(
    SiteSettings site, String host, String version, Map<String, AreaTerms> terms) {

  public Picture {
    Objects.requireNonNull(site, "site");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(version, "version");
    terms = Map.copyOf(terms);
  }

  /**
   * The service at one time.
   *
   * @throws NamelessSite if the site's name is not configured
   */
  public StorageService of(AreaFigures figures, List<Endpoint> endpoints) {
    String name = site.name().orElseThrow(NamelessSite::new);
    List<String> notes = new ArrayList<>();
    List<Share> shares =
        FreeRoom.parted(figures.areas(), terms).stream()
            .filter(area -> terms.containsKey(area.name()))
            .map(area -> share(area, figures, notes))
            .toList();
    endpoints.forEach(
        endpoint ->
            endpoint
                .trouble()
                .ifPresent(why -> notes.add("endpoint " + endpoint.name() + ": " + why)));
    return new StorageService(
        name,
        site.id().orElse(host),
        site.quality(),
        site.country(),
        version,
        figures.at(),
        endpoints,
        shares,
        notes);
  }

  private Share share(AreaFigures.Area area, AreaFigures figures, List<String> notes) {
    AreaTerms known = terms.get(area.name());
    ShareSettings said = site.share(area.name());
    List<String> messages = new ArrayList<>();
    Set<String> vos = new TreeSet<>(known.vos().names());
    vos.addAll(said.vos());
    tellUnnamed(area.name(), known.vos(), messages, notes);
    tellRoom(area, whole(area.name(), figures), messages, notes);
    List<String> paths = new ArrayList<>(List.of(area.sfn()));
    paths.addAll(known.aliases());
    return new Share(
        area.name(),
        shareName(area, figures),
        area.storageClass(),
        paths,
        List.copyOf(vos),
        known.vos().anyone(),
        known.lives(),
        extent(area),
        area.bounded(),
        area.disk().map(disk -> disk(disk, area.bounded())),
        area.tape().map(tape -> tape(area, tape, said, messages, notes)),
        area.disk().map(AreaFigures.Disk::files).orElse(-1L),
        String.join("; ", messages));
  }

  /** By which clients ask for it; where two areas have the same, the token, which is unique. */
  private static String shareName(AreaFigures.Area area, AreaFigures figures) {
    long same =
        figures.areas().stream()
            .filter(other -> other.description().equals(area.description()))
            .count();
    return same == 1 ? area.description() : area.token();
  }

  private static void tellUnnamed(
      String area, AllowedVos vos, List<String> messages, List<String> notes) {
    if (!vos.unnamed().isEmpty()) {
      messages.add(
          vos.anyone()
              ? "open to anyone with a certificate, of whatever VO"
              : "also open to callers whose VO its rules do not name");
    }
    for (Rule rule : vos.unnamed()) {
      notes.add(
          rule.origin()
              + ": '"
              + rule.text()
              + "' names no VO; say which by site.shares, area "
              + area
              + ", vos");
    }
  }

  /** As it is without others on its filesystem. */
  private static AreaFigures.Area whole(String area, AreaFigures figures) {
    return figures.areas().stream()
        .filter(one -> one.name().equals(area))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Readers of SRR compute free space as total minus used; differences are reported.
   *
   * @param area with its part of the free space of its filesystem
   * @param whole with the whole free space
   */
  private static void tellRoom(
      AreaFigures.Area area, AreaFigures.Area whole, List<String> messages, List<String> notes) {
    String silent = "its filesystem does not answer";
    area.trouble()
        .ifPresent(
            why -> {
              messages.add(
                  area.disk().isPresent() ? silent : silent + ", so its sizes are not known");
              notes.add("area " + area.name() + ": " + silent + ": " + why);
            });
    // what is being written may be missing from both for a while: a little is no news
    long little = area.disk().map(AreaFigures.Disk::total).orElse(0L) / 100;
    long lacking = lacking(whole);
    long others = lacking(area) - lacking;
    if (lacking > little) {
      String what = "its filesystem lacks " + lacking + " bytes of what its size leaves free";
      messages.add(what);
      notes.add("area " + area.name() + ": " + what + "; make room there, or its size less");
    }
    if (others > little) {
      messages.add(
          others
              + " bytes of what its size leaves free are told with other areas of its filesystem");
    }
  }

  private static long lacking(AreaFigures.Area area) {
    return area.bounded() ? area.disk().map(Picture::lacking).orElse(0L) : 0;
  }

  private static long lacking(AreaFigures.Disk disk) {
    return disk.total() - disk.used() - disk.promised() - disk.reserved() - disk.free();
  }

  /**
   * The total of an area without a size: the bytes of other users of the filesystem are left out,
   * so that total minus used and reserved is the free space.
   */
  private static Amounts disk(AreaFigures.Disk disk, boolean bounded) {
    long reserved = disk.reserved() + disk.promised();
    long total = bounded ? disk.total() : disk.used() + reserved + disk.free();
    return new Amounts(total, disk.used(), reserved, disk.free());
  }

  private static Amounts tape(
      AreaFigures.Area area,
      AreaFigures.Held tape,
      ShareSettings said,
      List<String> messages,
      List<String> notes) {
    if (said.tapeBytes().isEmpty()) {
      messages.add("its tape capacity is not known; the used bytes are published as the total");
      notes.add(
          "area "
              + area.name()
              + ": its tape capacity is not known; set tape-size of this area in site.shares");
    }
    // more may be there than the site says there can be; less than what is used is believed by
    // no caller
    long total = Math.max(said.tapeBytes().orElse(0), tape.bytes());
    return new Amounts(total, tape.bytes(), 0, total - tape.bytes());
  }

  private String extent(AreaFigures.Area area) {
    return area.bounded() || !FreeRoom.isShared(area, terms)
        ? "area " + area.name()
        : "filesystem " + terms.get(area.name()).device().getAsLong();
  }
}
