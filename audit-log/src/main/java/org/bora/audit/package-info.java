/**
 * The audit log: lines of JSON that are in their file before anybody is answered.
 *
 * <p>Who calls: both halves, once for every call, between the work and its answer; and the control
 * socket. What is promised to them:
 *
 * <ul>
 *   <li>When {@link org.bora.audit.AuditTrail#write} returns, the operating system has the lines:
 *       the death of this process loses none. What a power failure may lose is a setting.
 *   <li>A line is whole and alone: pure ASCII, escaped, bounded, never torn, never mixed with
 *       another, whatever the texts in it.
 *   <li>Where lines cannot be written, {@link org.bora.audit.AuditTrail#check} says so before any
 *       work is begun, unless the administrator prefers work without lines.
 *   <li>Callers who come at once share one write: its price does not grow with their number.
 * </ul>
 *
 * <p>What lines mean is told by those who write them, and in docs/reference/audit.md. This module
 * knows no other of ours and no word of SRM.
 */
package org.bora.audit;
