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
   * @param seconds from now on, -1 for ever; not below -1
   * @return one for each of them, in their order: what is left of its life, or why it stays
   */
  List<LifetimeStatus> extend(Caller caller, List<Surl> surls, int seconds);
}
