/** Operating system processes that Bora starts, recognises again after a crash, and ends. */
package org.bora.server.process;
