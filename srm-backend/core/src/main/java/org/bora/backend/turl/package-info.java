/** Chooses a server and builds transfer URLs. */
package org.bora.backend.turl;
