package org.bora.server.admin;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.bora.admin.AdminCall;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminRoute;
import org.bora.admin.Administrator;
import org.bora.admin.LinkPort;

/** Links to the page, for browsers without a certificate. */
public final class PageLinkRoutes {
  private final LinkPort port;

  public PageLinkRoutes(LinkPort port) {
    this.port = Objects.requireNonNull(port, "port");
  }

  /** The only one. */
  public List<AdminRoute> all() {
    return List.of(AdminRoute.change("POST", "/v1/page-link", LinkPort.PageLink.class, this::link));
  }

  private LinkPort.PageLink link(AdminCall call) throws AdminRefusal {
    if (!call.who().equals(Administrator.LOCAL)) {
      throw new AdminRefusal(
          403,
          "no link was made",
          "a link opens the page on the machine of this process",
          "run `bora page` there; who has a certificate needs no link");
    }
    try {
      return port.link();
    } catch (IOException noPort) {
      throw new AdminRefusal(
          503, "no link was made", String.valueOf(noPort.getMessage()), "ask again in a moment");
    }
  }
}
