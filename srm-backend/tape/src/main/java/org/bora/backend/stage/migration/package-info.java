/**
 * Writes files to tape: grouped, verified, repeated until it is done; takes copies that no file has
 * any more off the tapes; tells srmPutDone and administrators how far it is.
 */
package org.bora.backend.stage.migration;
