package org.bora.gridftp.gss;

import eu.emi.security.authn.x509.impl.OpensslNameUtils;
import eu.emi.security.authn.x509.proxy.ProxyUtils;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Objects;
import org.ietf.jgss.GSSException;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/**
 * A name in GSI: the host to be called, or the subject of a chain. The two kinds are never equal:
 * whether a certificate belongs to a host is decided from the certificate.
 */
public final class GsiName implements GSSName {

  private final String text;
  private final boolean host;

  private GsiName(String text, boolean host) {
    this.text = Objects.requireNonNull(text, "text");
    this.host = host;
  }

  /** The host of a URL, as its certificate must name it. */
  public static GsiName host(String name) {
    return new GsiName(name.toLowerCase(Locale.ROOT), true);
  }

  /** The owner of a chain in slash form: the end-entity certificate's subject, without proxies. */
  static GsiName owner(X509Certificate[] chain) {
    X509Certificate owner = ProxyUtils.getEndUserCertificate(chain);
    String subject = owner.getSubjectX500Principal().getName();
    return new GsiName(OpensslNameUtils.convertFromRfc2253(subject, false), false);
  }

  boolean isHost() {
    return host;
  }

  /** The host, or the subject. */
  String text() {
    return text;
  }

  @Override
  @SuppressWarnings("NonOverridingEquals") // GSSName has it beside Object's
  public boolean equals(GSSName another) {
    return equals((Object) another);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof GsiName n && host == n.host && text.equals(n.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return host ? "host@" + text : text;
  }

  @Override
  public Oid getStringNameType() {
    return host ? NT_HOSTBASED_SERVICE : NT_USER_NAME;
  }

  @Override
  public GSSName canonicalize(Oid mech) {
    return this;
  }

  @Override
  public byte[] export() throws GSSException {
    throw new GSSException(GSSException.UNAVAILABLE);
  }

  @Override
  public boolean isAnonymous() {
    return false;
  }

  @Override
  public boolean isMN() {
    return true;
  }
}
