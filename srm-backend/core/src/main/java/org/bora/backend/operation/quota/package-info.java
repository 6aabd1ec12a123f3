/** How callers stand with their quotas. */
package org.bora.backend.operation.quota;
