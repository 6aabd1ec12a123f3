package org.bora.server.metrics;

import java.util.Set;
import java.util.TreeSet;
import org.bora.backend.authorise.AllowedVos;
import org.bora.door.token.TokenIssuer;
import org.bora.server.config.Configuration;

/** The virtual organisations that a configuration names, which metrics count by name. */
public final class NamedVos {
  private NamedVos() {}

  /**
   * Those that rules of areas let in, those of token issuers and of published shares, and those
   * with a weight of their own.
   */
  public static Set<String> of(Configuration configuration) {
    Set<String> vos = new TreeSet<>();
    configuration.areas().forEach(area -> vos.addAll(AllowedVos.of(area.rules()).names()));
    configuration.frontend().tokens().issuers().stream().map(TokenIssuer::vo).forEach(vos::add);
    vos.addAll(configuration.frontend().admission().turns().weights().keySet());
    configuration.site().shares().forEach(share -> vos.addAll(share.vos()));
    return vos;
  }
}
