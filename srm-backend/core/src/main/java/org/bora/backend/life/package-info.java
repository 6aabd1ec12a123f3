/**
 * The ends of files: VOLATILE ones are removed when their lives are over, DURABLE ones are reported
 * to the administrator, and lives are extended.
 */
package org.bora.backend.life;
