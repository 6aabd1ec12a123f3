/**
 * Bulkheads: what one storage area takes of the backend when its filesystem hangs, so that the
 * other areas are served on (docs/adr/0033).
 */
package org.bora.backend.bulkhead;
