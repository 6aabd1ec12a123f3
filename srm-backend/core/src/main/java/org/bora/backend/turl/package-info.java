/** Chooses a door and builds transfer URLs. */
package org.bora.backend.turl;
