package org.bora.backend.request;

import java.util.List;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.word.Caller;
import org.bora.api.word.Surl;

/**
 * The lifetimes of files that are in their place, for srmExtendFileLifeTime without a token
 * (GFD.129 section 5.16). A PERMANENT file lives for ever: the answer is SRM_SUCCESS and -1. A
 * lifetime is never shortened. Thread safe; blocks.
 */
public interface FileLives {

  /**
   * Extends the lives of these files.
   *
   * @param seconds from now; -1 for ever; not below -1
   * @return one for each file, in order: its remaining lifetime, or why it is unchanged
   */
  List<LifetimeStatus> extend(Caller caller, List<Surl> surls, int seconds);
}
