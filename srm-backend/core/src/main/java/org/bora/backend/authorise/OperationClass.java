package org.bora.backend.authorise;

import java.util.Locale;

/**
 * The kinds of use in the rules of an area. {@code allow all} means all except {@link #ADMIN},
 * which must be named: full use of an area does not include power over the files of others. {@code
 * deny all} means all.
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
