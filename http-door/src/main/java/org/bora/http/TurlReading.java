package org.bora.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.bora.api.BackendFailure;
import org.bora.api.turl.TurlReply;
import org.bora.api.turl.TurlUse.Step;
import org.bora.door.http.Refused;
import org.bora.files.Conditions;
import org.bora.files.Conditions.Version;
import org.bora.files.SentFile;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.eclipse.jetty.http.ByteRange;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** GET and HEAD of a transfer URL. */
final class TurlReading {
  private static final Logger LOG = LoggerFactory.getLogger(TurlReading.class);

  private TurlReading() {}

  static void serve(DavVisit visit, TurlSteps steps, TurlReply looked) throws Refused, IOException {
    if (steps.token().writes()) {
      describeWritten(visit, looked);
      return;
    }
    try (OpenFile file = visit.ground().areas().read(looked.file().orElseThrow())) {
      EntryFacts facts = file.facts();
      if (!facts.residency().onDisk()) {
        throw new Refused(HttpStatus.GONE_410, "the file has left the disk");
      }
      if (looked.size().isPresent() && looked.size().getAsLong() != facts.size()) {
        throw new Refused(HttpStatus.GONE_410, "the file was replaced since it was asked for");
      }
      Version version = Version.of(facts.size(), facts.modifiedAt());
      Reading.describe(visit, version, facts);
      if (Conditions.isKnown(visit.headers(), version)) {
        visit.begin(HttpStatus.NOT_MODIFIED_304);
        return;
      }
      if (visit.isHead()) {
        new SentFile(visit.exchange(), file, facts.size(), Reading.BINARY).send(false);
      } else {
        boolean ranges = Conditions.rangeHolds(visit.headers(), version);
        send(visit, steps, new CountedFile(file, facts.size()), ranges);
      }
    }
  }

  /** A put's URL is written to; whether it was a HEAD tells. */
  private static void describeWritten(DavVisit visit, TurlReply looked) throws Refused {
    if (!visit.isHead()) {
      throw new Refused(HttpStatus.FORBIDDEN_403, "the transfer URL is for writing");
    }
    visit.header(HttpHeader.CONTENT_LENGTH.asString(), String.valueOf(looked.size().orElseThrow()));
    visit.begin(HttpStatus.OK_200);
  }

  private static void send(DavVisit visit, TurlSteps steps, CountedFile file, boolean ranges)
      throws Refused, IOException {
    SentFile sent = new SentFile(visit.exchange(), file, file.size, Reading.BINARY);
    Optional<List<ByteRange>> parts = sent.parts(ranges);
    file.promised = parts.map(TurlReading::length).orElse(file.size);
    begin(steps, file.promised, parts.isEmpty());
    boolean whole = false;
    try {
      sent.send(ranges);
      whole = parts.isEmpty() && file.read == file.size;
    } finally {
      end(steps, file.promised - file.read, whole);
    }
  }

  /** Where the answer is lost, what may have been promised is given back. */
  private static void begin(TurlSteps steps, long bytes, boolean whole) throws Refused {
    try {
      steps.ask(Step.BEGIN, bytes, whole);
    } catch (BackendFailure lost) {
      end(steps, bytes, false);
      throw lost;
    }
  }

  private static long length(List<ByteRange> parts) {
    return parts.stream().mapToLong(ByteRange::getLength).sum();
  }

  /** Where this is lost the bytes count as sent. */
  private static void end(TurlSteps steps, long unsent, boolean whole) {
    try {
      steps.ask(Step.END, unsent, whole);
    } catch (Refused | BackendFailure e) {
      LOG.info(
          "the end of a transfer of request {} was not reported to a backend: {}",
          steps.token().request(),
          e.getMessage());
    }
  }

  /** Counts the bytes that are read for sending, and reads no more than was promised. */
  private static final class CountedFile implements OpenFile {
    private final OpenFile file;
    private final long size;
    private long promised;
    private long read;

    CountedFile(OpenFile file, long size) {
      this.file = file;
      this.size = size;
    }

    @Override
    public EntryFacts facts() throws StorageException {
      return file.facts();
    }

    @Override
    public int read(ByteBuffer into, long position) throws StorageException {
      if (into.remaining() > promised - read) {
        throw new IllegalStateException("more would be sent than was promised");
      }
      int count = file.read(into, position);
      read += count;
      return count;
    }

    @Override
    public void write(ByteBuffer from, long position) {
      throw new UnsupportedOperationException("the file is read");
    }

    @Override
    public boolean hold() throws StorageException {
      return file.hold();
    }

    @Override
    public void sum(String adler32) {
      throw new UnsupportedOperationException("the file is read");
    }

    @Override
    public void note(String name, String text) {
      throw new UnsupportedOperationException("the file is read");
    }

    @Override
    public Optional<String> note(String name) throws StorageException {
      return file.note(name);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
