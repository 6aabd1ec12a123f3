/**
 * Listings that outlive their call: what was asked, who lists it now, and what was found, in the
 * database, so that any backend can answer and another can begin again where one has died.
 */
package org.bora.backend.listing;
