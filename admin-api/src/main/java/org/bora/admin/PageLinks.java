package org.bora.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Who may open the page by a link instead of a certificate. A link counts for the first browser
 * that uses it; that browser is answered for as long as it goes on asking. Nothing but digests is
 * kept, in memory: with the process all of them end. Thread safe.
 */
final class PageLinks {
  /** Until a link must have been opened. */
  static final Duration TO_OPEN = Duration.ofMinutes(10);

  /** Between two requests of a browser. */
  static final Duration IDLE = Duration.ofHours(1);

  static final Duration LONGEST = Duration.ofHours(12);

  /** Links, and browsers, at a time; the oldest makes room for one more. */
  static final int MOST = 16;

  private static final int KEY_BYTES = 24;

  /** What a browser makes up: 32 random bytes, in hexadecimal. */
  private static final int SECRET_LENGTH = 64;

  /**
   * A link that was made.
   *
   * @param browser the digest of the secret of the one that has opened it
   */
  private record Link(Instant made, Optional<String> browser) {}

  private record Browser(Instant begun, Instant asked) {}

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Link> links = new HashMap<>();
  private final Map<String, Browser> browsers = new HashMap<>();

  PageLinks(InstantSource clock) {
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /** The key of a new link. */
  synchronized String make() {
    forget();
    if (links.size() == MOST) {
      links.remove(oldest(links, Comparator.comparing(Link::made)));
    }
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    String key = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    links.put(digest(key), new Link(clock.instant(), Optional.empty()));
    return key;
  }

  /**
   * Whether a browser is answered. One that opens a link may send it again with its secret, for its
   * first answer may be lost.
   *
   * @param secret that the browser has made up for itself
   * @param key of the link that it opens, if it does
   */
  synchronized boolean admits(String secret, Optional<String> key) {
    forget();
    if (secret.length() != SECRET_LENGTH) {
      return false;
    }
    Instant now = clock.instant();
    String browser = digest(secret);
    Browser known = browsers.get(browser);
    if (known != null) {
      browsers.put(browser, new Browser(known.begun(), now));
      return true;
    }
    String link = key.map(PageLinks::digest).orElse("");
    Link opened = links.get(link);
    if (opened == null || opened.browser().isPresent()) {
      return false;
    }
    links.put(link, new Link(opened.made(), Optional.of(browser)));
    if (browsers.size() == MOST) {
      browsers.remove(oldest(browsers, Comparator.comparing(Browser::asked)));
    }
    browsers.put(browser, new Browser(now, now));
    return true;
  }

  /** Whether all links and all browsers have expired. */
  synchronized boolean isUnused() {
    forget();
    return browsers.isEmpty() && links.values().stream().allMatch(one -> one.browser().isPresent());
  }

  private void forget() {
    Instant now = clock.instant();
    links.values().removeIf(link -> !link.made().plus(TO_OPEN).isAfter(now));
    browsers
        .values()
        .removeIf(
            one -> !one.asked().plus(IDLE).isAfter(now) || !one.begun().plus(LONGEST).isAfter(now));
  }

  private static <T> String oldest(Map<String, T> all, Comparator<T> order) {
    return all.entrySet().stream().min(Map.Entry.comparingByValue(order)).orElseThrow().getKey();
  }

  private static String digest(String secret) {
    try {
      byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
