package org.bora.server.publish;

/** The site has no name in the configuration, so nothing can be published. */
public final class NamelessSite extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public NamelessSite() {
    super(
        "site.name is missing in the configuration: write the name that the grid knows the site by"
            + " (site: {name: INFN-T1}), then bora config reload");
  }
}
