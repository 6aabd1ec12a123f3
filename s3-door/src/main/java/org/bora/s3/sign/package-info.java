/**
 * AWS Signature Version 4: what a request says of itself, whether its signature is right, and its
 * body where that is signed piece by piece. Secrets are not known here: the engine gives a signing
 * key of one day. Comparisons take the same time wherever the difference is.
 */
package org.bora.s3.sign;
