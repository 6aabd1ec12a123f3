/** What the audit log is told of the calls of a backend: who, what, which SURL, by which rule. */
package org.bora.backend.audit;
