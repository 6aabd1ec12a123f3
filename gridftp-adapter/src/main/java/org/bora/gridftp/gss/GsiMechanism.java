package org.bora.gridftp.gss;

import java.security.Provider;
import org.globus.gsi.gssapi.GSSConstants;
import org.gridforum.jgss.ExtendedGSSManager;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * Makes contexts for jGlobus, which creates this class by name through the public constructor
 * without arguments ({@link GsiProvider}). There is no default credential; each caller gives one.
 */
public final class GsiMechanism extends ExtendedGSSManager {

  private static GSSException unavailable() {
    return new GSSException(GSSException.UNAVAILABLE);
  }

  @Override
  public GSSContext createContext(GSSName peer, Oid mech, GSSCredential credential, int lifetime)
      throws GSSException {
    if (!(credential instanceof GsiCredential ours)) {
      throw new GSSException(GSSException.NO_CRED);
    }
    if (!(peer instanceof GsiName host) || !host.isHost()) {
      // without it any certificate of a trusted authority would do
      throw new GSSException(GSSException.BAD_NAME, 0, "a connection needs the server's host name");
    }
    return new GsiContext(host, ours);
  }

  @Override
  public GSSName createName(String name, Oid type) throws GSSException {
    if (!GSSName.NT_HOSTBASED_SERVICE.equals(type)) {
      throw new GSSException(GSSException.BAD_NAMETYPE);
    }
    return GsiName.host(name.substring(name.indexOf('@') + 1)); // RFC 2743 section 4.1
  }

  @Override
  public GSSName createName(String name, Oid type, Oid mech) throws GSSException {
    return createName(name, type);
  }

  @Override
  public Oid[] getMechs() {
    return new Oid[] {GSSConstants.MECH_OID};
  }

  @Override
  public Oid[] getMechsForName(Oid type) {
    return getMechs();
  }

  @Override
  public Oid[] getNamesForMech(Oid mech) {
    return new Oid[] {GSSName.NT_HOSTBASED_SERVICE};
  }

  @Override
  public GSSName createName(byte[] name, Oid type) throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSName createName(byte[] name, Oid type, Oid mech) throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSCredential createCredential(int usage) throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSCredential createCredential(GSSName name, int lifetime, Oid mech, int usage)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSCredential createCredential(GSSName name, int lifetime, Oid[] mechs, int usage)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSCredential createCredential(byte[] token, int option, int lifetime, Oid mech, int usage)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSContext createContext(GSSCredential credential) throws GSSException {
    throw unavailable();
  }

  @Override
  public GSSContext createContext(byte[] token) throws GSSException {
    throw unavailable();
  }

  @Override
  public void addProviderAtFront(Provider provider, Oid mech) throws GSSException {
    throw unavailable();
  }

  @Override
  public void addProviderAtEnd(Provider provider, Oid mech) throws GSSException {
    throw unavailable();
  }
}
