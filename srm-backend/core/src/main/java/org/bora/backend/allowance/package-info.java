/** How much of an area one caller and one virtual organisation may hold by open puts. */
package org.bora.backend.allowance;
