/**
 * Files of backends with secret keys of their site, and the secrets with which a site seals what it
 * writes on files: where they are kept, and that all backends have the same (docs/adr/0044).
 */
package org.bora.backend.seal;
