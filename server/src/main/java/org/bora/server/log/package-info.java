/** Where log lines go. */
package org.bora.server.log;
