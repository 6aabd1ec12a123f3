/** What a configuration points to on this machine, looked at before anything is started. */
package org.bora.server.check;
