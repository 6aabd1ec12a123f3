-- Work of tape systems over all backends: who has a drive, and which files are to come back to disk.
-- docs/adr/0017-recalls.md tells why.

CREATE TABLE tape_drive (
  library_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  slot      INT         NOT NULL COMMENT 'from 0: so many batches are in the hands of the tape system',
  holder    BINARY(16)  NULL COMMENT 'one hold of one backend; NULL: idle',
  taken_for VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'RECALL, MIGRATE, REMOVE',
  volume    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'that the batch works on; NULL: none, or not known',
  lease_ms  BIGINT      NOT NULL DEFAULT 0 COMMENT 'when it is over the holder is taken for dead',
  loaded    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'the volume that the last batch left in it; a hint',
  head      BIGINT      NOT NULL DEFAULT -1 COMMENT 'position of the last file read of it; -1: not known',
  pass_ms   BIGINT      NOT NULL DEFAULT 0 COMMENT 'when the pass over it began',
  PRIMARY KEY (library_name, slot),
  UNIQUE KEY tape_drive_volume (library_name, volume)
) ENGINE = InnoDB;
