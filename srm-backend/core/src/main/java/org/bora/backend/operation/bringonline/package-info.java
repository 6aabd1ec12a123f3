/** Staging: srmBringOnline and srmStatusOfBringOnlineRequest. */
package org.bora.backend.operation.bringonline;
