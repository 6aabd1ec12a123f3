package org.bora.backend.scenario.points;

import java.util.Set;

/** What these scenarios leave out. */
final class Uncovered {
  /** Passed only after a fault: a second fault there is not tried. */
  static final Set<String> ON_RECOVERY =
      Set.of(
          "AreaTree.discardUpload",
          "AreaTree.eachUploadIn",
          "AreaTree.facts",
          "AreaTree.isAbandoned",
          "AreaTree.isPublished",
          "AreaTree.sealUpload",
          "AreaTree.syncName",
          "INSERT pin",
          "INSERT put_file",
          "INSERT request",
          "INSERT request_event",
          "INSERT tape_recall",
          "Residences.discardRecall",
          "SELECT name_move",
          "SELECT put_file",
          "SELECT put_file locked",
          "SELECT request",
          "SELECT stored_file",
          "SELECT stored_file locked",
          "SELECT tape_copy",
          "SELECT tape_drive",
          "SELECT tape_recall",
          "UPDATE name_move",
          "UPDATE pin",
          "UPDATE put_file",
          "UPDATE space_share",
          "UPDATE stored_file");

  private Uncovered() {}
}
