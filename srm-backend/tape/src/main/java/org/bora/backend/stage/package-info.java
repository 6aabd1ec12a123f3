/**
 * Files between disk and tape. Here: what all engines go by, tape systems and the settings of
 * areas; the engines are in packages below, which know this one and not the other way round.
 */
package org.bora.backend.stage;
