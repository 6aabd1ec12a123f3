package org.bora.storm.rules;

import java.util.ArrayList;
import java.util.List;
import org.bora.storm.source.AccessFile.AccessLine;

/** Reports what cannot be kept unchanged of a line of the path authorization. */
final class LineRemarks {
  private LineRemarks() {}

  /**
   * Sentences; none where all of it is kept. The letter F is not spoken of: StoRM itself requires
   * it of no caller.
   *
   * @param known all letters there are
   */
  static List<String> of(AccessLine line, String known) {
    List<String> remarks = new ArrayList<>();
    String strange = line.letters().replaceAll("[" + known + "]", "");
    if (!strange.isEmpty()) {
      remarks.add("the letters '" + strange + "' mean nothing; known are " + known);
    }
    if (line.odd()) {
      remarks.add("its last word is neither permit nor deny; StoRM takes it for permit");
    }
    boolean files = line.letters().indexOf('N') >= 0;
    boolean directories = line.letters().indexOf('M') >= 0;
    if (files != directories) {
      remarks.add(
          files
              ? "'create' is for files and directories alike: what N says of files holds for both"
              : "'create' is for files and directories alike and goes by N: M alone changes"
                  + " nothing");
    }
    return remarks;
  }
}
