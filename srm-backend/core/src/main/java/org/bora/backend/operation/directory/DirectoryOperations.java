package org.bora.backend.operation.directory;

import org.bora.api.Catalogue;
import org.bora.api.Functions;

/** The directory functions (GFD.129 section 4). Thread safe. */
public final class DirectoryOperations {

  private DirectoryOperations() {}

  public static Functions of(
      Ls ls, StatusOfLs statusOfLs, LsInOrder inOrder, Mkdir mkdir, Rmdir rmdir, Rm rm, Mv mv) {
    return Functions.of(Catalogue.LS, ls::ls)
        .and(Catalogue.STAT, ls::stat)
        .and(Catalogue.STATUS_OF_LS, statusOfLs::statusOfLs)
        .and(Catalogue.LS_IN_ORDER, inOrder::list)
        .and(Catalogue.MKDIR, mkdir::mkdir)
        .and(Catalogue.RMDIR, rmdir::rmdir)
        .and(Catalogue.RM, rm::rm)
        .and(Catalogue.MV, mv::mv);
  }
}
