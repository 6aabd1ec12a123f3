package org.bora.backend.operation.directory;

import org.bora.api.directory.DirectoryCalls;
import org.bora.api.directory.LsReply;
import org.bora.api.directory.LsRequest;
import org.bora.api.directory.MkdirRequest;
import org.bora.api.directory.MvRequest;
import org.bora.api.directory.RmRequest;
import org.bora.api.directory.RmdirRequest;
import org.bora.api.directory.StatusOfLsRequest;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** The directory functions as one. */
public record DirectoryOperations(
    Ls ls, StatusOfLs statusOfLs, Mkdir mkdir, Rmdir rmdir, Rm rm, Mv mv)
    implements DirectoryCalls {

  @Override
  public LsReply ls(Call call, LsRequest request) {
    return ls.ls(call, request);
  }

  @Override
  public LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    return statusOfLs.statusOfLs(call, request);
  }

  @Override
  public StatusReply mkdir(Call call, MkdirRequest request) {
    return mkdir.mkdir(call, request);
  }

  @Override
  public StatusReply rmdir(Call call, RmdirRequest request) {
    return rmdir.rmdir(call, request);
  }

  @Override
  public SurlStatusesReply rm(Call call, RmRequest request) {
    return rm.rm(call, request);
  }

  @Override
  public StatusReply mv(Call call, MvRequest request) {
    return mv.mv(call, request);
  }
}
