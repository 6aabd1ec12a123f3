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
  KEY space_owner (owner(191), description(191)),
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
  ADD KEY put_file_space (space_id, state),
  ADD COLUMN space_id     BINARY(16)  NULL COMMENT 'where the bytes are counted; NULL: refused before that',
  ADD COLUMN share        TINYINT     NULL,
  ADD COLUMN promised     BIGINT      NOT NULL DEFAULT 0 COMMENT 'bytes taken from the share while active',
  ADD COLUMN storage_type VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'PERMANENT',
  ADD COLUMN lifetime_s   INT         NOT NULL DEFAULT -1 COMMENT 'of the file, from srmPutDone on; -1 for ever';

-- What became of srmReserveSpace and srmUpdateSpace, and the target of srmChangeSpaceForFiles.
CREATE TABLE space_request (
  request_id    BINARY(16)   NOT NULL,
  space_id      BINARY(16)   NOT NULL,
  code          VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  explanation   VARBINARY(1000) NOT NULL,
  total         BIGINT       NOT NULL COMMENT 'bytes, as granted then',
  guaranteed    BIGINT       NOT NULL COMMENT 'bytes, as granted then',
  lifetime_s    INT          NOT NULL COMMENT 'as granted then; -1 for ever',
  PRIMARY KEY (request_id),
  CONSTRAINT space_request_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;

CREATE TABLE space_change (
  request_id    BINARY(16)   NOT NULL,
  position      INT          NOT NULL COMMENT 'in the order of the request, from 0',
  surl          BLOB         NOT NULL COMMENT 'as the client sent it',
  name_key      BINARY(32)   NOT NULL COMMENT 'SHA-256 of area and path',
  code          VARCHAR(32)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'REQUEST_INPROGRESS while files are left',
  explanation   VARBINARY(1000) NOT NULL,
  PRIMARY KEY (request_id, position),
  KEY space_change_code (code, request_id),
  CONSTRAINT space_change_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;
