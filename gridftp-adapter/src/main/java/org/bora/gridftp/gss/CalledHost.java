package org.bora.gridftp.gss;

import org.globus.gsi.gssapi.auth.AuthorizationException;
import org.globus.gsi.gssapi.auth.GSSAuthorization;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSName;

/**
 * Checks that the server's certificate names the called host. (jGlobus itself checks the name that
 * reverse DNS gives for the IP address.)
 */
public final class CalledHost extends GSSAuthorization {

  private final GsiName host;

  /** Expects this host name. */
  public CalledHost(String host) {
    this.host = GsiName.host(host);
  }

  @Override
  public GSSName getExpectedName(GSSCredential credential, String address) {
    return host;
  }

  @Override
  public void authorize(GSSContext context, String address) throws AuthorizationException {
    if (!(context instanceof GsiContext ours) || !ours.proven(host)) {
      throw new AuthorizationException("the server has not proven to be " + host);
    }
  }
}
