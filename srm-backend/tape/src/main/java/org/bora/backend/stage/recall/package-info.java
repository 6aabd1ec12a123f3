/**
 * Brings files back from tape. One row for each file, however many wait for it; who waits is in the
 * pins. {@link org.bora.backend.stage.recall.Recalls} takes wishes, {@link
 * org.bora.backend.stage.recall.RecallEngine} works them off on every backend, in the order of
 * {@link org.bora.backend.stage.plan.RecallOrder}. docs/adr/0017-recall-order.md tells why.
 */
package org.bora.backend.stage.recall;
