package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.api.directory.Attributes;
import org.bora.api.put.SeenFile;
import org.bora.api.word.FileType;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.DoorUpload;
import org.bora.files.Replacing;
import org.bora.http.remote.RemoteFailure;
import org.bora.http.remote.RemoteRequest;
import org.bora.http.remote.RemoteSide;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Copies a file from another server into a hidden upload, whose lease is renewed meanwhile. The
 * file gets its name only when size and checksum match those of the other side. Each stream fetches
 * one part at a time.
 */
final class Pull implements ThirdParty.Copying, PulledPart.File {
  /** A stream is not worth a connection for less. */
  private static final long LEAST_PART_BYTES = 1024 * 1024;

  private static final int BUFFERS_BYTES = 8 * 1024 * 1024;
  private static final int MOST_BUFFER_BYTES = 1024 * 1024;
  private static final int LEAST_BUFFER_BYTES = 128 * 1024;

  private final DavVisit visit;
  private final RemoteSide remote;
  private final ThirdParty.Wish wish;
  private final Replacing overwrite;
  private final int streams;
  private final List<PulledPart> parts = new ArrayList<>();
  private DoorUpload upload;
  private Optional<String> remoteSum = Optional.empty();

  private Pull(
      DavVisit visit,
      RemoteSide remote,
      ThirdParty.Wish wish,
      int streams,
      Replacing overwrite,
      DoorUpload upload) {
    this.visit = visit;
    this.remote = remote;
    this.wish = wish;
    this.streams = streams;
    this.overwrite = overwrite;
    this.upload = upload;
  }

  /** Requests nothing from the other side unless the caller may write here. */
  static Pull begin(DavVisit visit, RemoteSide remote, ThirdParty.Wish wish, int streams)
      throws Refused, IOException {
    if (visit.name().namesDirectory()) {
      throw new Refused(HttpStatus.CONFLICT_409, "the name of a file does not end with a slash");
    }
    Optional<Attributes> there = visit.ground().lookToWrite(visit.name());
    if (there.filter(entry -> entry.type() == FileType.DIRECTORY).isPresent()) {
      throw new Refused(HttpStatus.CONFLICT_409, "it is a directory");
    }
    if (there.isPresent() && !wish.overwrites()) {
      throw new Refused(HttpStatus.PRECONDITION_FAILED_412, "the destination exists");
    }
    Optional<SeenFile> seen = there.map(entry -> new SeenFile(entry.size(), entry.modifiedAt()));
    visit.allowChange(seen.map(Version::of));
    Replacing mode =
        there.isPresent() ? Conditions.replacing(visit.headers(), seen) : Replacing.NOTHING;
    DoorUpload upload = Writing.begin(visit, visit.name(), mode, OptionalLong.empty());
    return new Pull(visit, remote, wish, streams, mode, upload);
  }

  @Override
  public void run(Markers markers) throws RemoteFailure, Refused, IOException {
    if (streams > 1) {
      remote.patience(Push.ANSWER);
      plan(headOrNone(markers));
      remote.patience(RemoteSide.SILENCE);
    } else {
      parts.add(PulledPart.whole(this, bufferBytes()));
    }
    try {
      fetch(markers);
    } catch (PulledPart.NoRanges wholeFilesOnly) {
      remote.abandon();
      parts.clear();
      anew(OptionalLong.empty()); // without what parts have written
      parts.add(PulledPart.whole(this, bufferBytes()));
      fetch(markers);
    }
    if (upload.size() == 0) {
      promise(0); // only now is it known that the file is empty
    }
    String sum = PartChecksums.text(sum());
    verify(sum, markers);
    upload.publish(sum);
  }

  private void fetch(Markers markers) throws RemoteFailure, Refused, IOException {
    for (PulledPart part : parts) {
      remote.ask("GET", wish.other(), part.headers(), part);
    }
    while (parts.stream().anyMatch(part -> !part.isDone())) {
      goOn(markers);
    }
  }

  private void goOn(Markers markers) throws RemoteFailure, Refused, IOException {
    remote.await(markers.quiet());
    upload.goesOn();
    markers.goOn();
  }

  private Told head(Markers markers) throws RemoteFailure, Refused, IOException {
    Told head = new Told();
    remote.ask("HEAD", wish.other(), Digests.wantAdler32(), head);
    while (!head.isDone()) {
      goOn(markers);
    }
    return head;
  }

  /** A GET tells why a source refuses; the answer to a HEAD has no text. */
  private Told headOrNone(Markers markers) throws RemoteFailure, Refused, IOException {
    try {
      return head(markers);
    } catch (RemoteFailure failure) {
      if (failure.isRefusal()) {
        return new Told();
      }
      throw failure;
    }
  }

  /**
   * Equal parts, of a file whose size is known, from a server that serves ranges. Without a
   * checksum only a strong tag tells that all parts are of one version. Where there is a checksum,
   * it decides: parts of one file on several servers may have tags of their own.
   */
  private void plan(Told head) throws Refused, IOException {
    remoteSum = head.sum();
    boolean certain = remoteSum.isPresent() || head.tag().isPresent();
    if (head.size().orElse(0) == 0 || !head.mayServeRanges() || !certain) {
      parts.add(PulledPart.whole(this, bufferBytes()));
      return;
    }
    long size = head.size().getAsLong();
    long count = Math.clamp(size / LEAST_PART_BYTES, 1, streams);
    promise(size);
    Optional<String> tag = remoteSum.isPresent() ? Optional.empty() : head.tag();
    for (long at = 0; at < count; at++) {
      long from = size * at / count;
      long length = size * (at + 1) / count - from;
      var range = new PulledPart.Range(from, length, size, tag);
      parts.add(PulledPart.range(this, range, bufferBytes()));
    }
  }

  /** Begins the upload anew with the size that is known now: the space for it is promised. */
  private void promise(long size) throws Refused, IOException {
    anew(OptionalLong.of(size));
  }

  private void anew(OptionalLong size) throws Refused, IOException {
    upload.close();
    upload = Writing.begin(visit, visit.name(), overwrite, size);
  }

  @Override
  public void whole(RemoteRequest answer) throws RemoteFailure, Refused, IOException {
    boolean tellsEnd =
        answer.length().isPresent() || answer.headers().contains(HttpHeader.TRANSFER_ENCODING);
    if (!tellsEnd && !wish.requireSum()) {
      throw new RemoteFailure(
          "the source gives neither the length nor the end of its file, so a part of it could pass for the whole; without RequireChecksumVerification: false the checksum decides");
    }
    // no digest that was not asked for counts: xrootd 5.5.3 sends a wrong one then
    if (answer.length().orElse(0) > 0) {
      promise(answer.length().getAsLong());
    }
  }

  @Override
  public void write(ByteBuffer bytes, long position) throws Refused, IOException {
    upload.write(bytes, position);
  }

  private int bufferBytes() {
    return Math.clamp(BUFFERS_BYTES / streams, LEAST_BUFFER_BYTES, MOST_BUFFER_BYTES);
  }

  private long sum() {
    long sum = PartChecksums.EMPTY;
    for (PulledPart part : parts) {
      sum = PartChecksums.together(sum, part.sum(), part.received());
    }
    return sum;
  }

  private void verify(String sum, Markers markers) throws RemoteFailure, Refused, IOException {
    if (remoteSum.isEmpty() && wish.requireSum()) {
      remote.patience(Push.ANSWER); // it may have to read the file for it
      remoteSum = head(markers).sum();
      if (remoteSum.isEmpty()) {
        throw new RemoteFailure(
            "the source tells no ADLER32, so that its file cannot be verified;"
                + " RequireChecksumVerification: false copies without");
      }
    }
    if (remoteSum.isPresent() && !remoteSum.get().equals(sum)) {
      throw new RemoteFailure(
          "checksum mismatch: ADLER32 of what arrived is "
              + sum
              + ", the source says "
              + remoteSum.get());
    }
  }

  @Override
  public long bytes() {
    return parts.stream().mapToLong(PulledPart::received).sum();
  }

  @Override
  public void close() {
    upload.close();
  }
}
