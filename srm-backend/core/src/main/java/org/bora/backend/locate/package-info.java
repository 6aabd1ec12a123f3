/** SURL to storage area and a path that cannot escape it; no disk, no database. */
package org.bora.backend.locate;
