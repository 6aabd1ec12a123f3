/**
 * Callers with a bearer token (RFC 6750): WLCG Common JWT Profile 1.3 and SciTokens 2.0, see
 * docs/adr/0053. {@link org.bora.door.token.Tokens} judges a token; a request with one has the
 * identity of the token, whatever certificate its connection showed.
 *
 * <p><b>Valid tokens.</b> A token is valid if a configured issuer signed it with one of its keys by
 * RSA or ECDSA, if this service is its audience, and within its time. Key data in the token ({@code
 * jku}, {@code jwk}, {@code x5u}) is ignored.
 *
 * <p><b>Rights.</b> Storage scopes become a {@link org.bora.api.word.Grant}: their paths are below
 * the base paths of the issuer. A token without storage scopes but with groups is a member of these
 * groups of the issuer's organisation, and the rules decide as for VOMS attributes. A token with
 * both has only its scopes.
 *
 * <p><b>Keys</b> ({@link org.bora.door.token.IssuerKeys}) are fetched in the background, never
 * while a request waits. Fetched keys stay in use while their issuer cannot be reached. An unknown
 * key triggers a fetch, at most once in 30 s, and the client is asked to retry.
 */
package org.bora.door.token;
