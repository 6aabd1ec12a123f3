/**
 * Renames that change disk and database: srmMv announces them, holds both names meanwhile, and any
 * backend finishes what another one left.
 */
package org.bora.backend.rename;
