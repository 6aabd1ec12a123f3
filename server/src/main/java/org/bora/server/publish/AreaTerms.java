package org.bora.server.publish;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.bora.api.word.FileStorageType;
import org.bora.backend.authorise.AllowedVos;

/**
 * What the configuration in force says of an area, besides what its figures tell.
 *
 * @param aliases further paths of it
 * @param vos whom its rules let in
 * @param lives what clients may ask its files to be
 * @param device number of its filesystem; absent where a quota makes less of it for the area's
 *     directory, or it could not be found out
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
