/**
 * Key files of backends, and the secrets with which a site seals the attributes of its files
 * (docs/adr/0044). All backends of a site have the same secrets.
 */
package org.bora.backend.seal;
