package org.bora.door.http;

import org.eclipse.jetty.http.HttpStatus;

/** Which page a browser sends a request for: it has the user's certificate for any of them. */
public final class PageOrigin {
  private static final String SITE = "Sec-Fetch-Site";

  private PageOrigin() {}

  /**
   * Refuses what a page of another site asks for.
   *
   * @param what it would get, in the plural
   */
  public static void refuseOthers(Exchange exchange, String what) throws Refused {
    String site = exchange.headers().get(SITE);
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      throw new Refused(HttpStatus.FORBIDDEN_403, what + " are not for pages of other sites");
    }
  }
}
