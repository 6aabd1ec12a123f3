/** The server's reports on tape, as text. */
package org.bora.server.tape;
