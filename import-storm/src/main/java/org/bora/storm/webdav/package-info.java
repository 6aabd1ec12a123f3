/**
 * The storage areas and token issuers of StoRM WebDAV, which become rules, areas and issuers of the
 * same configuration.
 */
package org.bora.storm.webdav;
