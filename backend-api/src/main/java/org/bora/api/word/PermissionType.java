package org.bora.api.word;

/** What srmSetPermission does with the permissions given (TPermissionType). */
public enum PermissionType {
  ADD,
  REMOVE,
  CHANGE
}
