/**
 * What time ends: overdue puts, uploads without a put, requests that are no longer asked for. Every
 * backend sweeps; what one has taken the others pass over.
 */
package org.bora.backend.sweep;
