package org.bora.server.publish;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.authorise.AllowedVos;

/**
 * What the configuration says about an area, for publication.
 *
 * @param aliases its other paths
 * @param vos virtual organisations that its rules admit
 * @param lives file storage types that clients may request
 * @param device number of its filesystem; absent if a quota limits the directory of the area, or if
 *     it is unknown
 */
public record AreaTerms(
    List<String> aliases, AllowedVos vos, Set<FileStorageType> lives, OptionalLong device) {
  public AreaTerms {
    aliases = List.copyOf(aliases);
    Objects.requireNonNull(vos, "vos");
    lives = Set.copyOf(lives);
    Objects.requireNonNull(device, "device");
  }
}
