package org.bora.backend.request;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatus;

/**
 * The files of the requests of some kinds, as the operations on requests of any kind see them:
 * srmAbortRequest, srmAbortFiles, srmGetRequestSummary, srmSuspendRequest, srmResumeRequest. Each
 * feature whose requests outlive a call provides one. The caller has checked that the token may be
 * used. Implementations are thread safe, and block on database and storage.
 *
 * <p>Two rules hold for all. A finished request keeps its status whatever happens to its files
 * later. A suspended request is not worked on: {@link RequestHead#suspended()} is read before work
 * starts, and the waiting files and the request then have the status SRM_REQUEST_SUSPENDED. Their
 * times go on.
 */
public interface RequestFiles {

  /** The kinds whose files these are. No two implementations name the same. */
  Set<RequestKind> kinds();

  /**
   * Aborts all files in any state; a repetition succeeds and changes nothing.
   *
   * @param by the caller, for the time line
   * @return the result of each
   */
  List<SurlStatus> abort(RequestHead request, ChangedBy by);

  /**
   * Aborts some files.
   *
   * @param surls in any form
   * @param by who wants it, for the time line
   * @return one for each of them, in order; SRM_INVALID_PATH for a file that is not in the request
   */
  List<SurlStatus> abort(RequestHead request, List<Surl> surls, ChangedBy by);

  /**
   * How far these requests have come, in one statement however many files they have.
   *
   * @param requests of these kinds
   * @return one for each of them
   */
  Map<RequestToken, Progress> progress(Collection<RequestHead> requests);

  /** The answer for a file that the request has not. */
  static ReturnStatus stranger() {
    return ReturnStatus.of(SrmStatus.INVALID_PATH, "the request has no such file");
  }
}
