/** Reads files on disk slowly in the background, and reports damaged ones. */
package org.bora.backend.stage.scrub;
