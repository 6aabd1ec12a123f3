package org.bora.door.gsi.door;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.bora.door.gsi.trust.ChainVerifier;
import org.bora.door.gsi.trust.ForgedGrid;
import org.bora.door.gsi.trust.TrustAnchors;
import org.bora.door.gsi.trust.TrustSettings;
import org.bora.door.gsi.trust.VerdictCache;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/**
 * Anything in place of what a GSI client says between TLS and HTTP, and behind it: nothing
 * surprises the server, and a request gets through only behind a byte that allows it, in the name
 * of who shook hands, with a delegated credential if and only if one was asked for.
 *
 * <p>Input: steps of one byte, most of which say how many of the bytes that follow go out in one
 * piece; see {@link #step}. Run by fuzz/run.
 */
public final class GsiBytesFuzz implements AutoCloseable {

  static final int NO_DELEGATION = 255;
  static final int DELEGATION = 254;
  static final int PROXY = 253;
  static final int FIRST_HALF = 252;
  static final int SECOND_HALF = 251;
  static final int REQUEST = 250;
  static final int THE_REST = 249;

  private static final byte[] PING =
      "POST /srm/managerv2 HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nping"
          .getBytes(StandardCharsets.US_ASCII);

  private static GsiBytesFuzz target;

  private final ForgedGrid grid;
  private final GsiBytesDoor door;

  GsiBytesFuzz(Path directory) throws Exception {
    grid = new ForgedGrid(directory);
    TrustSettings settings = remembering(grid.settings(TrustSettings.Crls.IF_PRESENT));
    var verifier =
        new ChainVerifier(
            new TrustAnchors(settings, Clock.systemUTC()), settings, Clock.systemUTC());
    door = new GsiBytesDoor(verifier, grid.user());
  }

  private static TrustSettings remembering(TrustSettings settings) {
    return new TrustSettings(
        settings.certificates(),
        settings.vomsDir(),
        settings.reloadInterval(),
        settings.crls(),
        settings.namespaces(),
        settings.legacyProxies(),
        settings.invalidVoms(),
        VerdictCache.Settings.defaults());
  }

  /** Loads what takes long to load; from now on no delegation waits for a key of its own. */
  public static void fuzzerInitialize() throws Exception {
    Security.insertProviderAt(new OneKey(KeyPairGenerator.getInstance("RSA").generateKeyPair()), 1);
    target = new GsiBytesFuzz(Files.createTempDirectory("gsi-bytes-fuzz"));
    target.take(new byte[] {(byte) DELEGATION, (byte) PROXY, (byte) REQUEST});
  }

  /** The name that the fuzzer looks for. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    target.take(input);
  }

  /**
   * Says what the input says.
   *
   * @return requests that got through
   */
  int take(byte[] input) throws Exception {
    var said = new ByteArrayOutputStream();
    try (GsiBytesDoor.Visit visit = door.visit()) {
      int at = 0;
      while (at < input.length) {
        int step = Byte.toUnsignedInt(input[at++]);
        byte[] piece;
        if (step < THE_REST) {
          int end = Math.min(input.length, at + step);
          piece = Arrays.copyOfRange(input, at, end);
          at = end;
        } else if (step == THE_REST) {
          piece = Arrays.copyOfRange(input, at, input.length);
          at = input.length;
        } else {
          piece = step(step, visit);
        }
        said.writeBytes(piece);
        visit.send(piece);
      }
      visit.end();
      check(said.toByteArray(), visit);
      return visit.requests().size();
    }
  }

  private byte[] step(int step, GsiBytesDoor.Visit visit) throws Exception {
    return switch (step) {
      case NO_DELEGATION -> new byte[] {'0'};
      case DELEGATION -> new byte[] {'D'};
      case PROXY -> proxy(visit);
      case FIRST_HALF -> Arrays.copyOf(proxy(visit), proxy(visit).length / 2);
      case SECOND_HALF -> {
        byte[] whole = proxy(visit);
        yield Arrays.copyOfRange(whole, whole.length / 2, whole.length);
      }
      default -> PING;
    };
  }

  /** What an honest client answers; nothing where it was not asked. */
  private byte[] proxy(GsiBytesDoor.Visit visit) throws Exception {
    if (visit.proxy().length == 0 && visit.answer().length > 0 && visit.requests().isEmpty()) {
      try {
        var request = new JcaPKCS10CertificationRequest(visit.answer());
        visit.signed(grid.proxyFor(request.getPublicKey()).getEncoded());
      } catch (IOException notAsked) {
        return visit.proxy(); // an answer in HTTP
      }
    }
    return visit.proxy();
  }

  private static void check(byte[] said, GsiBytesDoor.Visit visit) {
    List<GsiBytesDoor.Heard> requests = visit.requests();
    visit.surprise().ifPresent(surprise -> fail(said, surprise));
    for (GsiBytesDoor.Heard heard : requests) {
      boolean asked = said[0] == 'D';
      boolean allowed = asked || said[0] == '0' || "CGHOPT".indexOf(said[0]) >= 0;
      if (!allowed || heard.delegated() != asked || !heard.dn().equals(ForgedGrid.ALICE)) {
        fail(said, new AssertionError(heard.toString()));
      }
    }
  }

  private static void fail(byte[] said, Throwable why) {
    throw new AssertionError(new String(said, StandardCharsets.ISO_8859_1), why);
  }

  @Override
  public void close() {
    door.close();
  }

  /** Gives everybody the same key, at once. */
  private static final class OneKey extends Provider {
    private static final long serialVersionUID = 1L;

    OneKey(KeyPair key) {
      super("one-key", "1", "for the fuzzer alone");
      putService(
          new Service(this, "KeyPairGenerator", "RSA", OneKey.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              return new KeyPairGeneratorSpi() {
                @Override
                public void initialize(int bits, SecureRandom random) {}

                @Override
                public KeyPair generateKeyPair() {
                  return key;
                }
              };
            }
          });
    }
  }
}
