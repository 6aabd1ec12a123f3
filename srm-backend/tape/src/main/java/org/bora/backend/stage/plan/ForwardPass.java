package org.bora.backend.stage.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The files of one batch: ascending positions, never backwards. Those of unknown position come
 * first, longest waiting first, so that they are not left over from batch to batch; {@code ORDER BY
 * position, wanted LIMIT batchFiles} gives the same.
 */
public final class ForwardPass {
  private static final Comparator<WaitingFile> ORDER =
      Comparator.comparingLong(WaitingFile::position)
          .thenComparing(WaitingFile::wanted)
          .thenComparing(WaitingFile::id);

  private final OrderSettings settings;

  public ForwardPass(OrderSettings settings) {
    this.settings = settings;
  }

  /**
   * The next batch of a pass.
   *
   * @param files of one volume; may be the first ones only, in any order
   * @param from those before are left for the next pass
   * @return at most {@code batchFiles}, and {@code batchBytes} unless a single file has more; empty
   *     where nothing lies ahead
   */
  public List<WaitingFile> batch(Collection<WaitingFile> files, long from) {
    List<WaitingFile> ahead =
        files.stream()
            .filter(file -> file.position() >= from)
            .sorted(ORDER)
            .limit(settings.batchFiles())
            .toList();
    List<WaitingFile> batch = new ArrayList<>();
    long bytes = 0;
    for (WaitingFile file : ahead) {
      bytes += file.size();
      if (bytes > settings.batchBytes() && !batch.isEmpty()) {
        break;
      }
      batch.add(file);
    }
    return batch;
  }
}
