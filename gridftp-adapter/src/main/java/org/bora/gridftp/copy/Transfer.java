package org.bora.gridftp.copy;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bora.gridftp.control.DataCommands.Said;
import org.bora.gridftp.copy.CopyEnd.Blame;

/**
 * Follows a transfer: reads from both servers until both report its end, one reports a failure, or
 * no bytes have moved for too long.
 */
final class Transfer {

  /** How long the other server gets to tell its side of a failure. */
  private static final Duration OTHER_SIDE = Duration.ofSeconds(2);

  /** Instead of the code of a reply: the connection ended, not the server's doing. */
  private static final int UNHEARD = 0;

  /** The progress that the target has reported. */
  enum Target {
    /** It was not told to store the file. */
    UNASKED,
    /** The server got the command and has not answered: the file there may be ours. */
    SILENT,
    /** It has answered that it will not, before it began. */
    REFUSED,
    /** The server has reported that it writes or has written: the file there is ours. */
    BEGAN
  }

  private record News(End from, Said said) {}

  private final End source;
  private final End target;
  private final long size;
  private final Duration stallTimeout;
  private final CopyProgress progress;
  private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
  private final ReceivedMarkers markers = new ReceivedMarkers();
  private Target reached = Target.UNASKED;

  Transfer(End source, End target, long size, Duration stallTimeout, CopyProgress progress) {
    this.source = source;
    this.target = target;
    this.size = size;
    this.stallTimeout = stallTimeout;
    this.progress = progress;
  }

  /** How far the target has come; by the thread that has run the transfer. */
  Target reached() {
    for (News unread = news.poll(); unread != null; unread = news.poll()) {
      note(unread);
    }
    return reached;
  }

  /**
   * Moves the file.
   *
   * @param readers gets one task for each server, which ends with the connection at the latest
   */
  void run(Executor readers, TimeLeft time) throws CopyFailure, InterruptedException {
    reached = Target.SILENT;
    target.store();
    source.retrieve();
    readers.execute(() -> listen(source, time));
    readers.execute(() -> listen(target, time));
    Set<Blame> waiting = EnumSet.of(Blame.SOURCE, Blame.TARGET);
    TimeLeft patience = new TimeLeft(stallTimeout);
    while (!waiting.isEmpty()) {
      News heard = next(patience, time);
      switch (heard.said()) {
        case Said.Progress(int code, String text) -> {
          if (markers.take(code, text)) {
            patience = new TimeLeft(stallTimeout);
            progress.arrived(Math.min(markers.bytes(), size), size);
          }
        }
        case Said.Complete() -> {
          waiting.remove(heard.from().blame());
          patience = new TimeLeft(stallTimeout);
        }
        case Said.Failed failed -> throw failure(heard.from(), failed);
      }
    }
  }

  private News next(TimeLeft patience, TimeLeft time) throws CopyFailure, InterruptedException {
    Duration wait = time.atMost(patience.left());
    News heard = poll(wait);
    if (heard != null) {
      return heard;
    }
    if (!time.left().isPositive()) {
      throw time.passed();
    }
    throw new CopyFailure(
        Blame.TIME,
        "no progress for %d s, %d of %d bytes had arrived"
            .formatted(stallTimeout.toSeconds(), markers.bytes(), size));
  }

  /**
   * The first to fail is to blame; what the other has to say may hold the reason, so it is added.
   */
  private CopyFailure failure(End first, Said.Failed said) throws InterruptedException {
    CopyFailure failure = first.failure(said.text());
    News other = poll(OTHER_SIDE);
    while (other != null && !(other.said() instanceof Said.Failed)) {
      other = poll(OTHER_SIDE);
    }
    if (other == null) {
      return failure;
    }
    CopyFailure also = other.from().failure(((Said.Failed) other.said()).text());
    return new CopyFailure(first.blame(), failure.getMessage() + "; " + also.getMessage());
  }

  /** Null if there is no reply within that time. */
  private News poll(Duration wait) throws InterruptedException {
    News heard = news.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
    if (heard != null) {
      note(heard);
    }
    return heard;
  }

  private void note(News heard) {
    if (heard.from() == target && reached == Target.SILENT) {
      reached =
          switch (heard.said()) {
            case Said.Progress _, Said.Complete _ -> Target.BEGAN;
            case Said.Failed failed -> failed.code() == UNHEARD ? Target.SILENT : Target.REFUSED;
          };
    }
  }

  private void listen(End end, TimeLeft time) {
    Said said;
    do {
      said = hear(end, time);
      news.add(new News(end, said));
    } while (said instanceof Said.Progress);
  }

  private static Said hear(End end, TimeLeft time) {
    try {
      return end.data().next(time.atMost(time.left()));
    } catch (IOException | CopyFailure e) {
      return new Said.Failed(UNHEARD, e.getMessage());
    }
  }
}
