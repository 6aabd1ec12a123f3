/**
 * Recalls files from tape. Each file has one row, however many callers wait for it; the pins have
 * the callers. {@link org.bora.backend.stage.recall.Recalls} accepts requests, and {@link
 * org.bora.backend.stage.recall.RecallEngine} carries them out on every backend, in the order of
 * {@link org.bora.backend.stage.plan.RecallOrder}. docs/adr/0017-recall-order.md has the reasons.
 */
package org.bora.backend.stage.recall;
