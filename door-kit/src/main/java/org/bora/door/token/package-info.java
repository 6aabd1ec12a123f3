/**
 * Callers with a bearer token (RFC 6750): WLCG Common JWT Profile 1.3 and SciTokens 2.0, see
 * docs/adr/0053. {@link org.bora.door.token.Tokens} judges a token; a request with one has the
 * identity of the token, whatever certificate its connection showed.
 *
 * <p><b>What is believed.</b> A token counts when an issuer of the settings signed it with one of
 * its keys by RSA or ECDSA, it is for this service, and now is within its time. Nothing that the
 * token says of keys is used: not {@code jku}, {@code jwk} or {@code x5u}.
 *
 * <p><b>What it allows.</b> Storage scopes become a {@link org.bora.api.word.Grant}: their paths
 * are below the base paths of the issuer. A token without storage scopes but with groups is a
 * member of these groups of the issuer's organisation, and the rules decide as for VOMS attributes.
 * A token with both has its scopes alone.
 *
 * <p><b>Keys</b> ({@link org.bora.door.token.IssuerKeys}) are fetched in the background, never
 * while a request waits. Keys that were fetched once stay in use while their issuer cannot be
 * reached. A key that is not known makes the keys be fetched soon, once in 30 s at most, and the
 * client is told to come back.
 */
package org.bora.door.token;
