/**
 * Macaroons for clients with a certificate (docs/adr/0063): by a POST to the file or directory that
 * they are for, as dCache, StoRM and XRootD have it, or by OAuth (RFC 6749 section 4.4, found by
 * RFC 8414).
 */
package org.bora.http.issue;
