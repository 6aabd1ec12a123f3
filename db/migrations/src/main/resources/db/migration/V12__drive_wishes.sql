-- Who waits for a drive of a tape library: recalls come first, but never for ever.
-- docs/adr/0018-migration.md tells why.

CREATE TABLE tape_drive_wish (
  `library`  VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  taken_for  VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'RECALL, MIGRATE, REMOVE',
  since_ms   BIGINT      NOT NULL COMMENT 'when the first asked that has got none',
  seen_ms    BIGINT      NOT NULL COMMENT 'when the last asked',
  PRIMARY KEY (`library`, taken_for)
) ENGINE = InnoDB;
