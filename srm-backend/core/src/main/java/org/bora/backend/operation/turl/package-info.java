/**
 * Transfers by transfer URLs of HTTPS, as our own doors tell of them (docs/adr/0064). The one
 * transfer that a URL is good for is decided here, in the database; doors keep nothing.
 */
package org.bora.backend.operation.turl;
