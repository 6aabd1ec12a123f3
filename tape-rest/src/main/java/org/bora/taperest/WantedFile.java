package org.bora.taperest;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.SourceFile;

/**
 * A file to be staged.
 *
 * @param lifetime of its pin, once it is on disk
 * @param activity the activity for which the client wants it, as told to this site
 */
record WantedFile(SentPath path, Duration lifetime, Optional<String> activity) {
  WantedFile {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(lifetime, "lifetime");
    Objects.requireNonNull(activity, "activity");
  }

  /** One that was named twice: the longer lifetime, and the first activity. */
  WantedFile with(WantedFile same) {
    return new WantedFile(
        path,
        lifetime.compareTo(same.lifetime()) > 0 ? lifetime : same.lifetime(),
        activity.or(same::activity));
  }

  SourceFile source(String host) {
    int seconds = Math.clamp(lifetime.toSeconds(), 1, Integer.MAX_VALUE);
    return new SourceFile(path.surl(host), Optional.empty(), OptionalInt.of(seconds), activity);
  }
}
