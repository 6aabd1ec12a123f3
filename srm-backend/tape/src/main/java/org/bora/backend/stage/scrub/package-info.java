/** Reads files on disk in the background, slowly, and tells of those that a disk has damaged. */
package org.bora.backend.stage.scrub;
