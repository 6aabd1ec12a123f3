package org.bora.api.put;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.Conditional;
import org.bora.api.word.Surl;

/**
 * srmPutDone.
 *
 * @param adler32 of the one file that the request names, where a door of ours has computed it as
 *     the bytes passed: eight lower-case hexadecimal digits. The backend need not read them again
 * @param replaces what that file must find in its place, if that matters; else
 *     SRM_DUPLICATION_ERROR
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

  /** One of a client, who has told no checksum. */
  public PutDoneRequest(String token, List<Surl> surls) {
    this(token, surls, Optional.empty(), Optional.empty());
  }

  @Override
  public boolean hasCondition() {
    return replaces.isPresent();
  }
}
