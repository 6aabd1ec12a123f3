/** How the state of tapes is shown to people and programs. */
package org.bora.server.tape;
