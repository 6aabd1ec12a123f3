/** What happens between disk and tape, put together for people from all engines. */
package org.bora.backend.stage.report;
