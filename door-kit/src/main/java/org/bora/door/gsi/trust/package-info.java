/**
 * Whom the door believes: trust anchors, CRLs and signing policies reloaded in the background, and
 * one cached verdict per certificate chain.
 */
package org.bora.door.gsi.trust;
