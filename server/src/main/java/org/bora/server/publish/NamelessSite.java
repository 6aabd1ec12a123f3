package org.bora.server.publish;

/** A site that has not said who it is cannot be published. */
public final class NamelessSite extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public NamelessSite() {
    super(
        "site.name is missing in the configuration: write the name that the grid knows the site by"
            + " (site: {name: INFN-T1}), then bora config reload");
  }
}
