/**
 * Access keys: whose they are, how their secrets are kept, and the signing keys that doors get of
 * them (docs/adr/0065).
 */
package org.bora.backend.accesskey;
