/**
 * Calls other services by SRM v2.2 (GFD.129) on behalf of a user: to get a place to read from or to
 * write to, and to say when that is done. Knows no word of this service: records of its own in and
 * out, TLS material from the caller.
 */
package org.bora.client;
