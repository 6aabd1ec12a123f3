-- Work that pullers of tape systems outside fetch by themselves (driver recall-table).
-- docs/adr/0021-tape-doors.md tells why.

CREATE TABLE tape_task_batch (
  batch     BINARY(16)  NOT NULL,
  library_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  operation VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'MIGRATE, RECALL, QUERY, REMOVE',
  posted_ms BIGINT      NOT NULL COMMENT 'older ones are handed out first',
  lease_ms  BIGINT      NOT NULL COMMENT 'when it is over nobody waits for it: it is handed out no more, and may be taken over',
  PRIMARY KEY (batch),
  KEY tape_task_batch_lease (lease_ms),
  KEY tape_task_batch_library (library_name, operation, lease_ms)
) ENGINE = InnoDB;

CREATE TABLE tape_task (
  task      BINARY(16)  NOT NULL COMMENT 'by which pullers know it; stays when another batch takes it over',
  batch     BINARY(16)  NOT NULL,
  file_id   BINARY(16)  NOT NULL,
  place     INT         NOT NULL COMMENT 'in the batch',
  state     VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'WAITING, TAKEN, REPORTED',
  puller    VARBINARY(100) NULL COMMENT 'who had it last',
  until_ms  BIGINT      NOT NULL DEFAULT 0 COMMENT 'TAKEN: when it is over another may take it',
  name      VARBINARY(4096) NOT NULL,
  path      VARBINARY(4096) NOT NULL,
  size      BIGINT      NOT NULL COMMENT 'bytes',
  adler32   CHAR(8)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  volume    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'NULL with object: to be written',
  position  BIGINT      NOT NULL DEFAULT -1,
  object    VARBINARY(500) NULL,
  report    VARBINARY(4096) NULL COMMENT 'the last one, as JSON',
  PRIMARY KEY (task),
  UNIQUE KEY tape_task_file (batch, file_id),
  KEY tape_task_place (batch, state, place),
  KEY tape_task_puller (puller, state)
) ENGINE = InnoDB;
