/**
 * AWS Signature Version 4: the signed parts of a request, the check of its signature, and bodies
 * that are signed chunk by chunk. This package has no secrets: the engine supplies a signing key of
 * one day. Comparisons take constant time.
 */
package org.bora.s3.sign;
