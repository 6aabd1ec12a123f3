/**
 * Which volume is read next, and which files of it in what order. Pure classes: they see aggregates
 * and a clock reading, do no I/O and keep no state, so every backend decides alike. {@link
 * org.bora.backend.stage.plan.RecallOrder} is the place to begin.
 */
package org.bora.backend.stage.plan;
