/** Steps of a call, as a system that collects traces shows them. */
package org.bora.api.trace;
