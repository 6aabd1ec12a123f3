/** Checks what a configuration refers to on this machine, before anything is started. */
package org.bora.server.check;
