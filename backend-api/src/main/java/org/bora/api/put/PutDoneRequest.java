package org.bora.api.put;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Conditional;
import org.bora.api.word.Surl;

/**
 * srmPutDone.
 *
 * @param adler32 checksum of the single named file, eight lower-case hexadecimal digits, if a door
 *     of this service computed it during the transfer; the backend then does not read the file
 *     again
 * @param replaces the version that the file must replace; otherwise SRM_DUPLICATION_ERROR. Absent:
 *     any version
 */
public record PutDoneRequest(
    String token, List<Surl> surls, Optional<String> adler32, Optional<SeenFile> replaces)
    implements Conditional {

  public PutDoneRequest {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(adler32, "adler32");
    Objects.requireNonNull(replaces, "replaces");
    surls = List.copyOf(surls);
    if ((adler32.isPresent() || replaces.isPresent()) && surls.size() != 1) {
      throw new IllegalArgumentException("a checksum or version of " + surls.size() + " files");
    }
  }

  /** For a client, without checksums. */
  public PutDoneRequest(String token, List<Surl> surls) {
    this(token, surls, Optional.empty(), Optional.empty());
  }

  @Override
  public boolean hasCondition() {
    return replaces.isPresent();
  }
}
