package org.bora.gridftp.gss;

import java.io.InputStream;
import java.io.OutputStream;
import org.globus.gsi.gssapi.GSSConstants;
import org.gridforum.jgss.ExtendedGSSContext;
import org.ietf.jgss.ChannelBinding;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.MessageProp;
import org.ietf.jgss.Oid;

/**
 * The parts of the GSS interface with a constant answer for a TLS initiator, and those that the
 * control channel never uses, which report GSS_S_UNAVAILABLE.
 */
@SuppressWarnings("deprecation") // the interface still has GSS-API's stream forms
abstract class InitiatorOnly implements ExtendedGSSContext {

  private static final int LARGEST_RECORD = 16_384; // RFC 5246 section 6.2.1

  private static GSSException unavailable() {
    return new GSSException(GSSException.UNAVAILABLE);
  }

  // TLS with a client certificate gives all of this, asked for or not

  @Override
  public void requestConf(boolean state) {}

  @Override
  public void requestInteg(boolean state) {}

  @Override
  public void requestMutualAuth(boolean state) {}

  @Override
  public void requestReplayDet(boolean state) {}

  @Override
  public void requestSequenceDet(boolean state) {}

  @Override
  public boolean getConfState() {
    return true;
  }

  @Override
  public boolean getIntegState() {
    return true;
  }

  @Override
  public boolean getMutualAuthState() {
    return true;
  }

  @Override
  public boolean getReplayDetState() {
    return true;
  }

  @Override
  public boolean getSequenceDetState() {
    return true;
  }

  @Override
  public boolean isInitiator() {
    return true;
  }

  @Override
  public boolean isProtReady() {
    return isEstablished();
  }

  @Override
  public boolean isTransferable() {
    return false;
  }

  @Override
  public Oid getMech() {
    return GSSConstants.MECH_OID;
  }

  @Override
  public int getWrapSizeLimit(int qop, boolean confReq, int maxTokenSize) {
    return LARGEST_RECORD;
  }

  @Override
  public GSSCredential getDelegCred() {
    return null;
  }

  @Override
  public GSSCredential getDelegatedCredential() {
    return null;
  }

  @Override
  public boolean isDelegationFinished() {
    return false;
  }

  @Override
  public boolean getAnonymityState() {
    return false;
  }

  @Override
  public void requestAnonymity(boolean state) {}

  @Override
  public void requestLifetime(int lifetime) {}

  @Override
  public void setBannedCiphers(String[] ciphers) {}

  @Override
  public Object getOption(Oid option) {
    return null;
  }

  // not asked for by the control channel

  @Override
  public void setOption(Oid option, Object value) throws GSSException {
    throw unavailable();
  }

  @Override
  public void setChannelBinding(ChannelBinding binding) throws GSSException {
    throw unavailable();
  }

  @Override
  public byte[] acceptSecContext(byte[] token, int offset, int length) throws GSSException {
    throw unavailable();
  }

  @Override
  public void acceptSecContext(InputStream in, OutputStream out) throws GSSException {
    throw unavailable();
  }

  @Override
  public int initSecContext(InputStream in, OutputStream out) throws GSSException {
    throw unavailable();
  }

  @Override
  public byte[] initDelegation(
      GSSCredential credential, Oid mech, int lifetime, byte[] token, int offset, int length)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public byte[] acceptDelegation(int lifetime, byte[] token, int offset, int length)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public void wrap(InputStream in, OutputStream out, MessageProp prop) throws GSSException {
    throw unavailable();
  }

  @Override
  public void unwrap(InputStream in, OutputStream out, MessageProp prop) throws GSSException {
    throw unavailable();
  }

  @Override
  public byte[] getMIC(byte[] message, int offset, int length, MessageProp prop)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public void getMIC(InputStream in, OutputStream out, MessageProp prop) throws GSSException {
    throw unavailable();
  }

  @Override
  public void verifyMIC(
      byte[] token,
      int tokenOffset,
      int tokenLength,
      byte[] message,
      int messageOffset,
      int messageLength,
      MessageProp prop)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public void verifyMIC(InputStream token, InputStream message, MessageProp prop)
      throws GSSException {
    throw unavailable();
  }

  @Override
  public byte[] export() throws GSSException {
    throw unavailable();
  }
}
