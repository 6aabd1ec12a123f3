package org.bora.page;

import java.util.List;
import org.bora.admin.AdminRefusal;
import org.bora.admin.AdminReply;
import org.bora.admin.AdminRoute;

/** Where the page is found: {@code /}, and its files below {@code /page/}. */
public final class PageRoutes {
  private final PageFiles files = new PageFiles();

  /**
   * Reads the files.
   *
   * @throws IllegalStateException a file is missing in this build
   */
  public PageRoutes() {
    // the files are read where they are declared
  }

  /** All of them; for everybody who may look. */
  public List<AdminRoute> all() {
    return List.of(
        AdminRoute.look("/", call -> file(PageFiles.INDEX)),
        AdminRoute.look("/page/{name}", call -> file(call.variable("name"))),
        AdminRoute.look("/page/lit/{name}", call -> file("lit/" + call.variable("name"))),
        AdminRoute.look(
            "/page/lit/directives/{name}",
            call -> file("lit/directives/" + call.variable("name"))));
  }

  private AdminReply file(String name) throws AdminRefusal {
    return files
        .of(name)
        .orElseThrow(
            () ->
                AdminRefusal.missing(
                    "the page has no such file", "it is none of its files", "begin at /"));
  }
}
