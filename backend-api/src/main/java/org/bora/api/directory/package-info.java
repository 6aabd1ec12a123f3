/** Directory functions. */
package org.bora.api.directory;
