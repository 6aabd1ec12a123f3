-- Work of tape systems over all backends: who has a drive, and which files are to come back to disk.
-- docs/adr/0017-recall-order.md tells why.

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
  last_ms   BIGINT      NOT NULL DEFAULT 0 COMMENT 'how long the last batch of recalls took',
  last_files BIGINT     NOT NULL DEFAULT 0 COMMENT 'files it brought',
  last_bytes BIGINT     NOT NULL DEFAULT 0 COMMENT 'bytes it brought',
  PRIMARY KEY (library_name, slot),
  UNIQUE KEY tape_drive_volume (library_name, volume)
) ENGINE = InnoDB;

-- One row for each file that somebody waits for, however many do. Who does is in pin.
CREATE TABLE tape_recall (
  file_id      BINARY(16)   NOT NULL,
  library_name VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  state        VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'UNLOCATED, WAITING, RUNNING',
  volume       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'empty: the tape system does not say',
  position     BIGINT       NOT NULL COMMENT 'on the volume; -1: the tape system does not say',
  object       VARBINARY(500) NOT NULL COMMENT 'the name by which the tape system finds it; empty: not looked up yet',
  area         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  path         VARBINARY(3000) NOT NULL COMMENT 'below the root of the area',
  size         BIGINT       NOT NULL COMMENT 'bytes',
  adler32      CHAR(8)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  caller       CHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'who asked first, shortened to a digest: whose turn it is',
  priority     SMALLINT     NOT NULL,
  wanted_ms    BIGINT       NOT NULL COMMENT 'since when',
  deadline_ms  BIGINT       NOT NULL COMMENT 'when the first of those who wait gives up',
  due_ms       BIGINT       NOT NULL COMMENT 'not before: back-off',
  batch        BINARY(16)   NULL COMMENT 'while RUNNING: the holder of the drive',
  tries        INT          NOT NULL DEFAULT 0 COMMENT 'that failed',
  damaged      INT          NOT NULL DEFAULT 0 COMMENT 'how often something else came from tape',
  failure      VARBINARY(1000) NOT NULL DEFAULT '' COMMENT 'why the last one failed',
  PRIMARY KEY (file_id),
  KEY tape_recall_line (library_name, state, volume, position, wanted_ms),
  KEY tape_recall_demand (library_name, state, volume, caller, due_ms, size, position, priority, wanted_ms, deadline_ms),
  KEY tape_recall_due (library_name, state, due_ms),
  KEY tape_recall_batch (batch),
  KEY tape_recall_path (area, path(255))
) ENGINE = InnoDB;

-- When a caller last had the choice of the volume.
CREATE TABLE tape_turn (
  library_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  caller       CHAR(16)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  began_ms     BIGINT      NOT NULL,
  PRIMARY KEY (library_name, caller),
  KEY tape_turn_began (began_ms)
) ENGINE = InnoDB;

ALTER TABLE pin
  ADD COLUMN file_id BINARY(16) NULL COMMENT 'while it waits for a tape: the file; a name may come to mean another',
  ADD KEY pin_file (file_id, state),
  ADD KEY pin_until (state, pin_until_ms);
