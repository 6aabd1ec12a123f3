/**
 * GSI security for jGlobus: its control channel asks a GSS provider for tokens, and this is the
 * provider. TLS 1.2 by the JDK's engine, trust and proxies by canl; jGlobus' own provider (TLS 1.0,
 * an old Bouncy Castle) is never loaded. Initiator side only: we call GridFTP servers, they do not
 * call us.
 *
 * <p>References: RFC 2743 and 2853 (GSS-API and its Java form), RFC 2228 (FTP security), RFC 3820
 * (proxy certificates), GFD.24 (GSI).
 */
package org.bora.gridftp.gss;
