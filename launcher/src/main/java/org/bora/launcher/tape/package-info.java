/** What the server says of tape, as text. */
package org.bora.server.tape;
