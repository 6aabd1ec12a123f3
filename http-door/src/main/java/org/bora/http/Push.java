package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.zip.Adler32;
import org.bora.door.http.Refused;
import org.bora.files.Conditions.Version;
import org.bora.files.StoredSum;
import org.bora.http.remote.RemoteFailure;
import org.bora.http.remote.RemoteSide;
import org.bora.http.remote.Sender;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Copies a file to another server by a single PUT, because HTTP has no other way to write a file.
 * Then the copy on the other side is compared with what was read here, and removed there if it
 * differs.
 */
final class Push implements ThirdParty.Copying {
  /** The other side may have to read a whole file before it answers. */
  static final Duration ANSWER = Duration.ofMinutes(5);

  private static final Duration LAST_PARTS = Duration.ofSeconds(5);
  private static final Duration REMOVAL = Duration.ofSeconds(20);
  private static final int PART_BYTES = 256 * 1024;

  private final DavVisit visit;
  private final RemoteSide remote;
  private final ThirdParty.Wish wish;
  private final OpenFile file;
  private final EntryFacts facts;
  private final Body body = new Body();

  private Push(
      DavVisit visit, RemoteSide remote, ThirdParty.Wish wish, OpenFile file, EntryFacts facts) {
    this.visit = visit;
    this.remote = remote;
    this.wish = wish;
    this.file = file;
    this.facts = facts;
  }

  static Push begin(DavVisit visit, RemoteSide remote, ThirdParty.Wish wish)
      throws Refused, IOException {
    OpenFile file = visit.ground().areas().read(visit.engine().open(visit.name()));
    try {
      EntryFacts facts = file.facts();
      if (!facts.residency().onDisk()) {
        throw new Refused(HttpStatus.SERVICE_UNAVAILABLE_503, "the file is on tape, not on disk");
      }
      // of what is open, which is what is sent
      visit.allowChange(Optional.of(Version.of(facts.size(), facts.modifiedAt())));
      return new Push(visit, remote, wish, file, facts);
    } catch (Refused | IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void run(Markers markers) throws RemoteFailure, Refused, IOException {
    Told stored = new Told();
    remote.put(wish.other(), headers(), stored, body);
    while (!stored.isDone()) {
      goOn(markers);
    }
    awaitLastParts(markers);
    try {
      verify(stored, markers);
    } catch (Mismatch mismatch) {
      if (mismatch.isOfAnother()) {
        throw new RemoteFailure(
            mismatch.getMessage() + "; another writer has replaced the file there");
      }
      remove(mismatch.tag, markers);
      throw new RemoteFailure(mismatch.getMessage());
    }
  }

  /** That the last bytes have left may be heard of after the answer to them. */
  private void awaitLastParts(Markers markers) throws RemoteFailure, Refused, IOException {
    remote.patience(LAST_PARTS);
    try {
      while (body.sent != facts.size()) {
        goOn(markers);
      }
    } catch (RemoteFailure silent) {
      throw new RemoteFailure("the destination answered before it had the whole file");
    }
  }

  private HttpFields headers() {
    HttpFields.Mutable headers = HttpFields.build(Digests.wantAdler32());
    facts.adler32().ifPresent(sum -> headers.put("Digest", "adler32=" + sum));
    if (!wish.overwrites()) {
      headers.put(HttpHeader.IF_NONE_MATCH, "*");
    }
    return headers;
  }

  private void goOn(Markers markers) throws RemoteFailure, Refused, IOException {
    remote.await(markers.quiet());
    visit.ground().caller().check();
    markers.goOn();
  }

  /** The copy on the other side differs from what was read here. */
  private static final class Mismatch extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Optional<String> sent;
    private final transient Optional<String> tag;

    /**
     * @param sent the tag that the file got at the other side, if known
     * @param seen the tag of the compared file, if known
     */
    Mismatch(String reason, Optional<String> sent, Optional<String> seen) {
      super(reason, null, false, false);
      this.sent = sent;
      this.tag = seen.or(() -> sent);
    }

    /** What was compared is not what this copy has sent. */
    boolean isOfAnother() {
      return sent.isPresent() && !sent.equals(tag);
    }
  }

  private void verify(Told stored, Markers markers)
      throws Mismatch, RemoteFailure, Refused, IOException {
    String sum = Digests.text(body.sum);
    Told told = stored;
    if (stored.sum().isEmpty()) {
      told = head(markers);
      if (told.size().orElse(facts.size()) != facts.size()) {
        throw new Mismatch(
            "the destination has " + told.size().getAsLong() + " bytes, the file " + facts.size(),
            stored.tag(),
            told.tag());
      }
      if (!wish.requireSum()) {
        return; // none was asked for, and one that was not asked for may be wrong
      }
      if (told.sum().isEmpty()) {
        throw new RemoteFailure(
            "the destination tells no ADLER32, so that its file cannot be verified;"
                + " RequireChecksumVerification: false copies without");
      }
    }
    if (told.sum().isPresent() && !told.sum().get().equals(sum)) {
      throw new Mismatch(
          "checksum mismatch: ADLER32 of the file is "
              + sum
              + ", the destination says "
              + told.sum().get(),
          stored.tag(),
          told.tag());
    }
  }

  /** Where the client renounces the checksum, a destination need not answer. */
  private Told head(Markers markers) throws RemoteFailure, Refused, IOException {
    Told told = new Told();
    remote.patience(ANSWER);
    try {
      HttpFields wanted = wish.requireSum() ? Digests.wantAdler32() : HttpFields.EMPTY;
      remote.ask("HEAD", wish.other(), wanted, told);
      while (!told.isDone()) {
        goOn(markers);
      }
    } catch (RemoteFailure failure) {
      if (wish.requireSum() || !failure.isRefusal()) {
        throw failure;
      }
    }
    return told;
  }

  /**
   * Wrong bytes must not stay under the file's name.
   *
   * @param tag of the wrong file: a later file of another writer stays
   */
  private void remove(Optional<String> tag, Markers markers) throws Refused, IOException {
    Told removed = new Told();
    remote.patience(REMOVAL);
    try {
      HttpFields.Mutable only = HttpFields.build();
      tag.ifPresent(known -> only.put(HttpHeader.IF_MATCH, known));
      remote.ask("DELETE", wish.other(), only, removed);
      while (!removed.isDone()) {
        goOn(markers);
      }
    } catch (RemoteFailure _) {
      // the verdict is a failure anyway, and clients remove what a failed copy leaves
    }
  }

  @Override
  public long bytes() {
    return body.sent;
  }

  @Override
  public void close() {
    file.close();
  }

  /** The file, part by part. */
  private final class Body implements Sender {
    private final Deque<ByteBuffer> free = new ArrayDeque<>();
    private Adler32 sum = new Adler32();
    private long position;
    private long sent;

    @Override
    public long size() {
      return facts.size();
    }

    @Override
    public void rewind() {
      free.clear(); // parts of the attempt before may be in use still
      sum = new Adler32();
      position = 0;
      sent = 0;
    }

    @Override
    public ByteBuffer next() throws IOException {
      ByteBuffer part = free.isEmpty() ? ByteBuffer.allocateDirect(PART_BYTES) : free.pop();
      part.clear().limit((int) Math.min(PART_BYTES, facts.size() - position));
      int count = file.read(part, position);
      part.flip();
      sum.update(part.duplicate());
      position += count;
      if (position == facts.size()) {
        // without its last part the other side has no file, and keeps what it had
        new StoredSum(visit.engine(), DavService.DOOR)
            .require(file, facts, visit.name(), Digests.text(sum));
      }
      return part;
    }

    @Override
    public void sent(ByteBuffer part, int size) {
      sent += size;
      remote.moved(size);
      free.push(part);
      if (sent == facts.size()) {
        remote.patience(ANSWER);
      }
    }
  }
}
