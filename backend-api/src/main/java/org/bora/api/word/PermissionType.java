package org.bora.api.word;

/** How srmSetPermission applies permissions (TPermissionType). */
public enum PermissionType {
  ADD,
  REMOVE,
  CHANGE
}
