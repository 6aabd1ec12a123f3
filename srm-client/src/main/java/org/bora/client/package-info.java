/**
 * Calls other services by SRM v2.2 (GFD.129) on behalf of a user, to get a TURL for reading or
 * writing and to finish the transfer. Independent of this service: it has its own records, and gets
 * TLS material from the caller.
 */
package org.bora.client;
