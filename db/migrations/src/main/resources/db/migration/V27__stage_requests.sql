-- When a file began to be read from tape, and when its waiting ended: clients of the WLCG Tape REST
-- API are told. NULL: not yet, or entered by a release that did not say.
ALTER TABLE pin
  ADD COLUMN began_ms BIGINT NULL COMMENT 'when its recall began to read',
  ADD COLUMN ended_ms BIGINT NULL COMMENT 'when it was pinned, refused or given up, or its file went';

-- Names that callers give to requests, so that one that is asked for again is not made again.
-- A row goes with its request.
CREATE TABLE request_name (
  name_key   BINARY(32) NOT NULL COMMENT 'SHA-256 of owner and name',
  request_id BINARY(16) NOT NULL,
  PRIMARY KEY (name_key),
  KEY request_name_request (request_id),
  CONSTRAINT request_name_of FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;
