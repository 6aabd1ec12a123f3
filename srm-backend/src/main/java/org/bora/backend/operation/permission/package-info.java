/** srmSetPermission. */
package org.bora.backend.operation.permission;
