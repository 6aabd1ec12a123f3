package org.bora.door.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/**
 * The web page from which a browser sends a request. A browser uses the user's certificate for
 * every page.
 */
public final class PageOrigin {
  private static final String SITE = "Sec-Fetch-Site";

  private PageOrigin() {}

  /** Whether a page of another site asks. */
  public static boolean isOther(HttpFields headers) {
    String site = headers.get(SITE);
    return site != null && !site.equals("same-origin") && !site.equals("none");
  }

  /**
   * Refuses requests of pages of other sites.
   *
   * @param what the refused content, in the plural
   */
  public static void refuseOthers(Exchange exchange, String what) throws Refused {
    if (isOther(exchange.headers())) {
      throw new Refused(HttpStatus.FORBIDDEN_403, what + " are not for pages of other sites");
    }
  }
}
