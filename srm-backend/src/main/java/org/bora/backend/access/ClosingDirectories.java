package org.bora.backend.access;

import java.util.Objects;
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

/** Directory functions, which end pins by removing files. */
public record ClosingDirectories(DirectoryCalls directories, TurlGrants grants)
    implements DirectoryCalls {

  public ClosingDirectories {
    Objects.requireNonNull(directories, "directories");
    Objects.requireNonNull(grants, "grants");
  }

  /** The same operations where no area opens its files just in time. */
  public static DirectoryCalls of(DirectoryCalls directories, TurlGrants grants) {
    return grants.areNeeded() ? new ClosingDirectories(directories, grants) : directories;
  }

  @Override
  public LsReply ls(Call call, LsRequest request) {
    return directories.ls(call, request);
  }

  @Override
  public LsReply statusOfLs(Call call, StatusOfLsRequest request) {
    return directories.statusOfLs(call, request);
  }

  @Override
  public StatusReply mkdir(Call call, MkdirRequest request) {
    return directories.mkdir(call, request);
  }

  @Override
  public StatusReply rmdir(Call call, RmdirRequest request) {
    return directories.rmdir(call, request);
  }

  /** The files are gone with their lists; the directories on the way to them are not. */
  @Override
  public SurlStatusesReply rm(Call call, RmRequest request) {
    SurlStatusesReply reply = directories.rm(call, request);
    grants.settle(request.surls());
    return reply;
  }

  @Override
  public StatusReply mv(Call call, MvRequest request) {
    return directories.mv(call, request);
  }
}
