package org.bora.taperest;

import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A client's metadata for single sites about a file.
 *
 * @param site the site whose part is read
 */
record TargetedMetadata(String site) {
  /** A longer name is passed over. */
  private static final int MAX_ACTIVITY = 1_000;

  TargetedMetadata {
    Objects.requireNonNull(site, "site");
  }

  /**
   * This site's part of an object by names of sites. The API does not define its content, so
   * everything except an activity is ignored.
   */
  Optional<String> activity(JsonParser in) {
    Optional<String> activity = Optional.empty();
    if (in.hasToken(JsonToken.VALUE_NULL)) {
      return activity;
    }
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean ours = in.currentName().equals(site);
      if (in.nextToken() == JsonToken.START_OBJECT && ours) {
        activity = named(in);
      } else {
        in.skipChildren();
      }
    }
    return activity;
  }

  private static Optional<String> named(JsonParser in) {
    Optional<String> activity = Optional.empty();
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean wanted = in.currentName().equals("activity");
      if (in.nextToken() == JsonToken.VALUE_STRING && wanted) {
        activity = Optional.of(in.getString()).filter(text -> text.length() <= MAX_ACTIVITY);
      } else {
        in.skipChildren();
      }
    }
    return activity;
  }
}
