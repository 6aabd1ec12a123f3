package org.bora.server.publish;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What a site says about itself, for publication.
 *
 * @param name of the site as the grid knows it, {@code INFN-T1}; absent: nothing can be published
 * @param id of the service, unique on the grid; absent: the endpoint's host
 * @param quality how mature the service is
 * @param country of the site; absent: not published
 * @param shares statements about single areas
 */
public record SiteSettings(
    Optional<String> name,
    Optional<String> id,
    QualityLevel quality,
    Optional<String> country,
    List<ShareSettings> shares) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  /**
   * What a site says about one area.
   *
   * @param area its name
   * @param vos virtual organisations that use it, besides those that its rules name
   * @param tapeBytes its size on tape; absent: not published
   */
  public record ShareSettings(String area, List<String> vos, OptionalLong tapeBytes) {
    public ShareSettings {
      Objects.requireNonNull(area, "area");
      Objects.requireNonNull(tapeBytes, "tapeBytes");
      vos = List.copyOf(vos);
      vos.forEach(vo -> check("vos", vo));
    }

    /** Nothing. */
    static ShareSettings none(String area) {
      return new ShareSettings(area, List.of(), OptionalLong.empty());
    }
  }

  public SiteSettings {
    Objects.requireNonNull(quality, "quality");
    Objects.requireNonNull(country, "country");
    name.ifPresent(text -> check("name", text));
    id.ifPresent(text -> check("id", text));
    shares = List.copyOf(shares);
  }

  private static void check(String key, String text) {
    if (!NAME.matcher(text).matches()) {
      throw new IllegalArgumentException(
          key
              + " '"
              + text
              + "' becomes part of names on the grid: 1 to 128 letters, digits, dots, hyphens or"
              + " underscores");
    }
  }

  /** A site without these settings. */
  public static SiteSettings defaults() {
    return new SiteSettings(
        Optional.empty(), Optional.empty(), QualityLevel.PRODUCTION, Optional.empty(), List.of());
  }

  /** The settings of an area. */
  ShareSettings share(String area) {
    return shares.stream()
        .filter(share -> share.area().equals(area))
        .findFirst()
        .orElseGet(() -> ShareSettings.none(area));
  }
}
