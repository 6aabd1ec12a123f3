/**
 * What time ends: overdue puts, uploads that belong to nobody, requests nobody will ask for again.
 * Every backend sweeps; what one has taken the others pass over.
 */
package org.bora.backend.sweep;
