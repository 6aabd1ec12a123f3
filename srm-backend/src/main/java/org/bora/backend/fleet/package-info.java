/** What all processes of a site tell of themselves, for whoever asks any backend. */
package org.bora.backend.fleet;
