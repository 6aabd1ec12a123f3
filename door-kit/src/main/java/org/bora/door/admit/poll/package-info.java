/** Questions that many ask at the same time, asked once. */
package org.bora.door.admit.poll;
