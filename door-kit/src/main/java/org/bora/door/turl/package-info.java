/**
 * HTTPS transfer URLs (docs/adr/0064): checks that a URL was made by this service, for this path
 * and its user. Backends know whether it is still valid.
 */
package org.bora.door.turl;
