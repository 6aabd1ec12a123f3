/** Writing files. */
package org.bora.api.put;
