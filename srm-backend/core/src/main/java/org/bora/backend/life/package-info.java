/**
 * The lifetimes of files: VOLATILE files are removed at the end, DURABLE files are reported to the
 * administrator, and lifetimes are extended.
 */
package org.bora.backend.life;
