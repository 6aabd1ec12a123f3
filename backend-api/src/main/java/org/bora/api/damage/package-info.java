/** Files on disk whose bytes are not those that were stored. */
package org.bora.api.damage;
