/** How a process is taken out of service without a failed call. */
package org.bora.server.drain;
