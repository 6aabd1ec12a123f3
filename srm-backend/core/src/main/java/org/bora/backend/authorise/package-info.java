/** May this caller do this here, and which local account owns what the caller writes. */
package org.bora.backend.authorise;
