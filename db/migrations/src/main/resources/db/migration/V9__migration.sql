-- Copies on tape: what is still to be copied, what is copied, what is to be taken off the tapes
-- again; alarms; how far the scrub has come. docs/adr/0018-migration.md tells why.

CREATE TABLE tape_migration (
  file_id      BINARY(16)   NOT NULL COMMENT 'its path is in stored_file: a renamed file keeps its place',
  `library`    VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  area         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  size         BIGINT       NOT NULL COMMENT 'bytes',
  queued_ms    BIGINT       NOT NULL COMMENT 'when the file was stored, or found without a copy',
  due_ms       BIGINT       NOT NULL COMMENT 'not before; while a batch has it: when its lease ends',
  batch        BINARY(16)   NULL COMMENT 'who is writing it to tape now; counts until due_ms',
  tries        INT          NOT NULL DEFAULT 0 COMMENT 'that failed',
  failure      VARBINARY(1000) NOT NULL DEFAULT '' COMMENT 'why the last one failed',
  unwanted     BOOLEAN      NOT NULL DEFAULT FALSE COMMENT 'removed or overwritten while a batch had it',
  PRIMARY KEY (file_id),
  KEY tape_migration_due (`library`, area, due_ms),
  KEY tape_migration_tries (`library`, tries),
  KEY tape_migration_batch (batch)
) ENGINE = InnoDB;

CREATE TABLE tape_copy (
  file_id      BINARY(16)   NOT NULL,
  `library`    VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  volume       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'empty where the library does not tell',
  position     BIGINT       NOT NULL COMMENT 'on the volume; -1 where the library does not tell',
  object       VARBINARY(500) NOT NULL COMMENT 'the name by which the library finds it',
  size         BIGINT       NOT NULL COMMENT 'bytes',
  adler32      CHAR(8)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  written_ms   BIGINT       NOT NULL,
  PRIMARY KEY (file_id),
  KEY tape_copy_volume (`library`, volume),
  KEY tape_copy_object (`library`, object)
) ENGINE = InnoDB;

CREATE TABLE tape_removal (
  file_id      BINARY(16)   NOT NULL,
  object       VARBINARY(500) NOT NULL,
  `library`    VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  volume       VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  position     BIGINT       NOT NULL,
  size         BIGINT       NOT NULL COMMENT 'bytes',
  adler32      CHAR(8)      CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  area         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  path         VARBINARY(3000) NOT NULL COMMENT 'where the file was last, for people',
  held         BOOLEAN      NOT NULL COMMENT 'the file vanished without having been removed here: an administrator decides',
  due_ms       BIGINT       NULL COMMENT 'not before; while a batch has it: when its lease ends; NULL: the grace has yet to begin',
  batch        BINARY(16)   NULL COMMENT 'who is removing it now; counts until due_ms',
  tries        INT          NOT NULL DEFAULT 0 COMMENT 'that failed',
  failure      VARBINARY(1000) NOT NULL DEFAULT '' COMMENT 'why the last one failed',
  PRIMARY KEY (file_id, object),
  KEY tape_removal_due (`library`, held, due_ms),
  KEY tape_removal_object (`library`, object),
  KEY tape_removal_batch (batch)
) ENGINE = InnoDB;

CREATE TABLE tape_alarm (
  alarm_key    VARBINARY(255) NOT NULL COMMENT 'what it is about: the same trouble raises it once',
  text         VARBINARY(2000) NOT NULL COMMENT 'what is wrong, and what to do',
  raised_ms    BIGINT       NOT NULL,
  seen_ms      BIGINT       NOT NULL COMMENT 'when it was last found to be so',
  PRIMARY KEY (alarm_key),
  KEY tape_alarm_raised (raised_ms)
) ENGINE = InnoDB;

-- One row for each area that is read through now, or was.
CREATE TABLE tape_scrub (
  area         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  round        BINARY(16)   NULL COMMENT 'who reads now; counts until lease_ms',
  lease_ms     BIGINT       NOT NULL,
  after_id     BINARY(16)   NOT NULL COMMENT 'files up to here are read',
  begun_ms     BIGINT       NOT NULL,
  ended_ms     BIGINT       NULL COMMENT 'NULL: not through yet',
  files        BIGINT       NOT NULL COMMENT 'read in this walk',
  bytes        BIGINT       NOT NULL COMMENT 'read in this walk',
  damaged      BIGINT       NOT NULL COMMENT 'of the files read: not what was stored',
  unreadable   BIGINT       NOT NULL COMMENT 'of the files read: the disk refused',
  skipped      BIGINT       NOT NULL COMMENT 'without a checksum, changed since, or gone meanwhile',
  PRIMARY KEY (area)
) ENGINE = InnoDB;

-- Walks through the files of one area, in the order of their identifiers.
ALTER TABLE stored_file
  ADD KEY stored_file_area (area);
