/**
 * How much there is and how much is free: what df(1) shows, and the quotas that are tighter. {@link
 * org.bora.storage.quota.SpaceGauge} chooses, and reads anew each time.
 */
package org.bora.storage.quota;
