-- Requests that outlive a call, the files being written and the pins on files being read.
-- One text for MySQL 8.4+ and MariaDB 10.11+. Instants are milliseconds since 1970 UTC: no time zone
-- of a server or session can bend them. Paths and SURLs are bytes (UTF-8): names compare exactly.
-- docs/adr/0001-name-lock-and-one-commit.md tells why.

CREATE TABLE request (
  id           BINARY(16)   NOT NULL COMMENT 'the token, a UUIDv7: ordered by time of creation',
  kind         VARCHAR(16)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'PUT, GET, BRING_ONLINE',
  owner_dn     VARBINARY(2000) NOT NULL COMMENT 'who may use the token',
  description  VARBINARY(4000) NOT NULL COMMENT 'userRequestDescription',
  created_ms   BIGINT       NOT NULL,
  deadline_ms  BIGINT       NOT NULL COMMENT 'created + total request time granted',
  ends_ms      BIGINT       NOT NULL COMMENT 'when the last pin ends at the latest; retention counts from here',
  PRIMARY KEY (id),
  KEY request_ends (ends_ms)
) ENGINE = InnoDB;

CREATE TABLE put_file (
  request_id    BINARY(16)  NOT NULL,
  position      INT         NOT NULL COMMENT 'in the order of the request, from 0',
  surl          BLOB        NOT NULL COMMENT 'as the client sent it',
  area          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'NULL: the SURL leads nowhere',
  path          VARBINARY(3000) NULL COMMENT 'below the root of the area',
  name_key      BINARY(32)  NOT NULL COMMENT 'SHA-256 of area and path',
  parent_key    BINARY(32)  NULL COMMENT 'the same of the directory above',
  state         VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  failure       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'status code while state is FAILED',
  explanation   VARBINARY(1000) NOT NULL,
  size          BIGINT      NULL COMMENT 'bytes; expected before, true after srmPutDone',
  replace_old   BOOLEAN     NOT NULL COMMENT 'overwrite ALWAYS',
  upload_id     BINARY(16)  NULL COMMENT 'names the hidden file',
  created_ms    BIGINT      NOT NULL,
  pin_until_ms  BIGINT      NOT NULL COMMENT 'srmPutDone must come before',
  turl          BLOB        NULL,
  -- The lock on the name: a value while the put is active, NULL (never equal) as soon as it is not.
  active_key    BINARY(32)  GENERATED ALWAYS AS (CASE WHEN state = 'SPACE_AVAILABLE' THEN name_key END) STORED,
  PRIMARY KEY (request_id, position),
  UNIQUE KEY put_file_active (active_key),
  UNIQUE KEY put_file_upload (upload_id),
  KEY put_file_name (request_id, name_key),
  KEY put_file_below (state, area, path(255)),
  KEY put_file_parent (state, parent_key),
  KEY put_file_expiry (state, pin_until_ms),
  CONSTRAINT put_file_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;

CREATE TABLE pin (
  request_id    BINARY(16)  NOT NULL,
  position      INT         NOT NULL COMMENT 'in the order of the request, from 0',
  surl          BLOB        NOT NULL COMMENT 'as the client sent it',
  name_key      BINARY(32)  NOT NULL COMMENT 'SHA-256 of area and path',
  state         VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  failure       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'status code while state is FAILED',
  explanation   VARBINARY(1000) NOT NULL,
  size          BIGINT      NULL COMMENT 'bytes',
  pin_until_ms  BIGINT      NOT NULL,
  turl          BLOB        NULL,
  PRIMARY KEY (request_id, position),
  KEY pin_name (name_key, state),
  KEY pin_request_name (request_id, name_key),
  CONSTRAINT pin_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- Work that one backend at a time does for all: whoever moves due_ms on has the turn.
CREATE TABLE sweep_turn (
  task    VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  due_ms  BIGINT       NOT NULL,
  PRIMARY KEY (task)
) ENGINE = InnoDB;
