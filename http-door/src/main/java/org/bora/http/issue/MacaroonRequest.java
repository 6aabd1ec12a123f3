package org.bora.http.issue;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.bora.door.http.Refused;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The body of type {@code application/macaroon-request}: {@code
 * {"caveats":["activity:DOWNLOAD,LIST"],"validity":"PT60M"}}. Both are optional, and everything
 * else is ignored.
 */
final class MacaroonRequest {
  private static final JsonFactory JSON = new JsonFactory();

  private MacaroonRequest() {}

  static Wanted read(byte[] body) throws Refused {
    if (body.length == 0) {
      return new Wanted(List.of(), Wanted.PRESET);
    }
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), body)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw wrong("it is no JSON object");
      }
      Wanted wanted = object(in);
      if (in.nextToken() != null) {
        throw wrong("something follows the JSON object");
      }
      return wanted;
    } catch (JacksonException e) {
      throw wrong("it is no JSON");
    }
  }

  private static Wanted object(JsonParser in) throws Refused {
    List<String> caveats = new ArrayList<>();
    Duration validity = Wanted.PRESET;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      switch (name) {
        case "caveats" -> caveats.addAll(caveats(in, value));
        case "validity" -> validity = validity(in, value);
        default -> in.skipChildren();
      }
    }
    return new Wanted(caveats, validity);
  }

  private static List<String> caveats(JsonParser in, JsonToken value) throws Refused {
    if (value != JsonToken.START_ARRAY) {
      throw wrong("'caveats' is no list");
    }
    List<String> caveats = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      if (in.currentToken() != JsonToken.VALUE_STRING || caveats.size() == Wanted.MOST_CAVEATS) {
        throw wrong("'caveats' is no list of at most " + Wanted.MOST_CAVEATS + " strings");
      }
      caveats.add(in.getString());
    }
    return caveats;
  }

  private static Duration validity(JsonParser in, JsonToken value) throws Refused {
    try {
      Duration validity =
          value == JsonToken.VALUE_STRING ? Duration.parse(in.getString()) : Duration.ZERO;
      if (validity.isPositive()) {
        return validity;
      }
    } catch (DateTimeParseException e) {
      // told below
    }
    throw wrong("'validity' is no duration such as PT60M");
  }

  private static Refused wrong(String why) {
    return new Refused(
        HttpStatus.BAD_REQUEST_400, "the macaroon-request is not understood: " + why);
  }
}
