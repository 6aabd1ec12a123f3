/** The records of a backend's calls for the audit log: caller, operation, SURL and rule. */
package org.bora.backend.audit;
