/**
 * Which directory an area is. Each backend compares what is at its root with what the database has
 * of the area, at its start and every few seconds, and refuses to serve an area that differs.
 */
package org.bora.backend.area;
