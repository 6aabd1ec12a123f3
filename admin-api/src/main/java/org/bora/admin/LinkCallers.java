package org.bora.admin;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Browsers by the link that they have opened. The files of the page are no secret; the browser
 * fetches them before the page can show who it is.
 */
record LinkCallers(PageLinks links) implements AdminHandler.Callers {
  /** The key of the link that a browser opens. */
  static final String LINK = "X-Bora-Link";

  private static final String BEARER = "Bearer ";
  private static final Administrator BROWSER = new Administrator("page link", AdminRole.ADMIN);
  private static final Administrator STRANGER = new Administrator("a browser", AdminRole.READER);

  /** Names of this machine to itself; others come from a page that wants to be taken for ours. */
  private static final Set<String> NAMES = Set.of("127.0.0.1", "localhost");

  LinkCallers {
    Objects.requireNonNull(links, "links");
  }

  @Override
  public Administrator of(Request request) throws AdminRefusal {
    if (!NAMES.contains(Request.getServerName(request))) {
      throw refusal("this port is for browsers that call it 127.0.0.1 or localhost");
    }
    String shown = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (shown != null && shown.startsWith(BEARER)) {
      Optional<String> key = Optional.ofNullable(request.getHeaders().get(LINK));
      if (links.admits(shown.substring(BEARER.length()), key)) {
        return BROWSER;
      }
    }
    String path = Request.getPathInContext(request);
    if (request.getMethod().equals("GET") && (path.equals("/") || path.startsWith("/page/"))) {
      return STRANGER;
    }
    throw refusal("the link was opened by another browser, or its time is over");
  }

  private static AdminRefusal refusal(String why) {
    return new AdminRefusal(403, "you are not answered", why, "`bora page` prints a new link");
  }
}
