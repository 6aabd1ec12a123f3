-- The books of space: what was promised to whom, what is used, and the files that use it. Bytes are
-- counted in shares of a space, so that no row is hot: a put takes from one share what it promises,
-- and only when that share has too little are all of them looked at together.

CREATE TABLE space (
  id            BINARY(16)   NOT NULL COMMENT 'UUIDv7 of a reservation, or made from the token of an area''s own space',
  token         VARBINARY(255) NOT NULL COMMENT 'what clients name it by',
  area          VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  owner         VARBINARY(2000) NULL COMMENT 'who reserved it; NULL: the area''s own',
  description   VARBINARY(1000) NOT NULL COMMENT 'userSpaceTokenDescription',
  retention     VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  latency       VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  bounded       BOOLEAN      NOT NULL COMMENT 'whether the shares'' free bytes are a limit',
  total         BIGINT       NOT NULL COMMENT 'bytes; 0 while not bounded',
  guaranteed    BIGINT       NOT NULL COMMENT 'bytes; 0 while not bounded',
  created_ms    BIGINT       NOT NULL,
  ends_ms       BIGINT       NULL COMMENT 'NULL: for ever',
  released_ms   BIGINT       NULL COMMENT 'NULL: not released',
  PRIMARY KEY (id),
  UNIQUE KEY space_token (token),
  KEY space_description (description(191)),
  KEY space_area (area),
  KEY space_ends (ends_ms)
) ENGINE = InnoDB;

CREATE TABLE space_share (
  space_id      BINARY(16)   NOT NULL,
  share         TINYINT      NOT NULL,
  free          BIGINT       NOT NULL COMMENT 'bytes neither used nor promised; counts where the space is bounded',
  promised      BIGINT       NOT NULL COMMENT 'bytes that active puts announced',
  used          BIGINT       NOT NULL COMMENT 'bytes of files',
  files         BIGINT       NOT NULL,
  PRIMARY KEY (space_id, share),
  CONSTRAINT space_share_space FOREIGN KEY (space_id) REFERENCES space (id) ON DELETE CASCADE
) ENGINE = InnoDB;

CREATE TABLE stored_file (
  id            BINARY(16)   NOT NULL COMMENT 'of the upload that made it; the file carries it too',
  space_id      BINARY(16)   NOT NULL,
  share         TINYINT      NOT NULL COMMENT 'where its bytes are counted',
  owner         VARBINARY(2000) NOT NULL COMMENT 'who wrote it',
  area          VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  path          VARBINARY(3000) NOT NULL COMMENT 'below the root of the area',
  size          BIGINT       NOT NULL COMMENT 'bytes',
  storage_type  VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'VOLATILE, DURABLE, PERMANENT',
  stored_ms     BIGINT       NOT NULL,
  lifetime_s    INT          NOT NULL COMMENT 'as granted; -1 for ever',
  ends_ms       BIGINT       NULL COMMENT 'NULL: for ever',
  PRIMARY KEY (id),
  KEY stored_file_space (space_id),
  KEY stored_file_path (area, path(255)),
  KEY stored_file_ends (ends_ms)
) ENGINE = InnoDB;

ALTER TABLE put_file
  ADD COLUMN space_id     BINARY(16)  NULL COMMENT 'where the bytes are counted; NULL: refused before that',
  ADD COLUMN share        TINYINT     NULL,
  ADD COLUMN promised     BIGINT      NOT NULL DEFAULT 0 COMMENT 'bytes taken from the share while active',
  ADD COLUMN storage_type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'PERMANENT',
  ADD COLUMN lifetime_s   INT         NOT NULL DEFAULT -1 COMMENT 'of the file, from srmPutDone on; -1 for ever';
