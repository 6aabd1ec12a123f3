/**
 * What the engines between disk and tape have to do with files, for operations that must leave
 * those alone, follow a rename or wake a request. The engines themselves are in {@code
 * srm-backend/tape}.
 */
package org.bora.backend.engines;
