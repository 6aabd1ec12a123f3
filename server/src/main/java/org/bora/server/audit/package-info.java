/** Opens the audit log of a process, and tells it of what administrators order. */
package org.bora.server.audit;
