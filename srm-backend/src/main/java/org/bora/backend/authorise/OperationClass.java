package org.bora.backend.authorise;

/** The kinds of use that an area's rules speak of. */
public enum OperationClass {
  /** srmPrepareToGet, srmBringOnline. */
  READ,
  /** srmPrepareToPut, srmPutDone, srmMkdir, srmRm, srmRmdir, srmMv, srmSetPermission. */
  WRITE,
  /** srmLs and what only looks: space tokens and figures. */
  LIST
}
