/** Reports of benches: figures as JSON, and pages with plots that need nothing from elsewhere. */
package org.bora.devtools.bench.report;
