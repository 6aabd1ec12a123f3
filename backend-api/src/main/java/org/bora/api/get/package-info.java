/** Reading files. */
package org.bora.api.get;
