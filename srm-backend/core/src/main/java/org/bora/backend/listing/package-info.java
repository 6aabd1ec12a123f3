/**
 * Listings that outlive their call. The database has the question, the listing backend and the
 * result, so any backend can answer, and another can restart the listing of a dead one.
 */
package org.bora.backend.listing;
