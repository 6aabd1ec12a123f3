/**
 * Identifies the directory of an area. Each backend compares the directory at the root with the
 * database, at its start and every few seconds, and refuses to serve an area that differs.
 */
package org.bora.backend.area;
