/**
 * The audit log: lines of JSON that are written before the answer is sent.
 *
 * <p>Callers: frontend and backend, once for every call, between the work and its answer; and the
 * control socket. Promises:
 *
 * <ul>
 *   <li>When {@link org.bora.audit.AuditTrail#write} returns, the operating system has the lines,
 *       so the end of this process loses none. A setting determines what a power failure may lose.
 *   <li>A line is complete and separate: pure ASCII, escaped, limited in length, never split or
 *       mixed with another, whatever the texts in it.
 *   <li>If lines cannot be written, {@link org.bora.audit.AuditTrail#check} reports it before any
 *       work begins, unless the administrator prefers work without lines.
 *   <li>Simultaneous callers share one write, so its cost does not grow with their number.
 * </ul>
 *
 * <p>The meaning of lines is documented at their writers, and in docs/reference/audit.md. This
 * module depends on no other module of Bora, and does not know SRM.
 */
package org.bora.audit;
