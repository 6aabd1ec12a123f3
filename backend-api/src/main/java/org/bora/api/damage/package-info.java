/** Files on disk whose bytes differ from those that were stored. */
package org.bora.api.damage;
