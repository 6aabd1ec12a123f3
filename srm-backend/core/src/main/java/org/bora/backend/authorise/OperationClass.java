package org.bora.backend.authorise;

import java.util.Locale;

/**
 * The kinds of use that an area's rules speak of. {@code allow all} is every one but {@link
 * #ADMIN}, which must be named: who may use an area fully is not thereby master of what others have
 * in it. {@code deny all} is every one.
 */
public enum OperationClass {
  /** srmPrepareToGet, the source of srmCopy. */
  READ,
  /** New content for a file that exists; srmSetPermission, lifetimes. */
  WRITE,
  /** New files and directories; the target of srmMv. */
  CREATE,
  /** srmRm, srmRmdir, the source of srmMv. */
  DELETE,
  /** srmLs and what only looks: permissions, space tokens and figures. */
  LIST,
  /** srmBringOnline. */
  STAGE,
  /** srmReserveSpace and what changes a reservation: of the area, whatever path. */
  RESERVE,
  /**
   * What is the administrators' though it belongs to others: the permissions of other people's
   * files. Never part of {@code allow all}.
   */
  ADMIN;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** As rules write it. */
  public String word() {
    return word;
  }
}
