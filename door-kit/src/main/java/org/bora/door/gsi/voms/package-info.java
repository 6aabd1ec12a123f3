/** VOMS attribute certificates: which of them hold, checked against the LSC files of the site. */
package org.bora.door.gsi.voms;
