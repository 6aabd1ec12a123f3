package org.bora.door.macaroon;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bora.door.token.TokenRefused;

/** Reads a macaroon, part by part. */
final class MacaroonReader {
  /** More are no token of a bearer that means well. */
  private static final int MOST_CAVEATS = 100;

  private String location = "";
  private String identifier;
  private final List<String> caveats = new ArrayList<>();
  private byte[] signature;

  void location(byte[] value) throws TokenRefused {
    require(identifier == null && location.isEmpty());
    location = MacaroonText.text(value);
  }

  void identifier(byte[] value) throws TokenRefused {
    require(identifier == null);
    identifier = MacaroonText.text(value);
  }

  void caveat(byte[] value) throws TokenRefused {
    require(identifier != null && signature == null);
    if (caveats.size() == MOST_CAVEATS) {
      throw new TokenRefused("the macaroon has more than " + MOST_CAVEATS + " caveats");
    }
    caveats.add(MacaroonText.text(value));
  }

  void signature(byte[] value) throws TokenRefused {
    require(identifier != null && signature == null && value.length == Macaroon.SIGNATURE_BYTES);
    signature = value;
  }

  Macaroon whole() throws TokenRefused {
    require(signature != null);
    return new Macaroon(location, identifier, caveats, HexFormat.of().formatHex(signature));
  }

  private static void require(boolean inOrder) throws TokenRefused {
    if (!inOrder) {
      throw MacaroonText.malformed();
    }
  }
}
