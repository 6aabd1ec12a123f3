/**
 * Transfer URLs of HTTPS (docs/adr/0064): whether a URL was made by this service, for this path and
 * for who uses it. What it is still good for a backend knows.
 */
package org.bora.door.turl;
