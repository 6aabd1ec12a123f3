/** srmSetPermission, srmGetPermission and srmCheckPermission. */
package org.bora.backend.operation.permission;
