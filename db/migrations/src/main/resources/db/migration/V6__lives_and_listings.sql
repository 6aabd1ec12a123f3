-- Overwriting only what is different, files that come to their end, and listings that outlive their
-- call.

ALTER TABLE put_file
  ADD COLUMN if_different BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'overwrite WHEN_FILES_ARE_DIFFERENT; replace_old holds too';

ALTER TABLE stored_file
  ADD COLUMN ended_told BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'a DURABLE file of whose end the log has told',
  ADD KEY stored_file_ended (ended_told, ends_ms);

-- A listing that took longer than its caller's patience for an answer; the request has its owner.
CREATE TABLE ls_listing (
  request_id     BINARY(16)  NOT NULL,
  enquiry        MEDIUMBLOB  NOT NULL COMMENT 'what to list and for whom: any backend can begin again',
  state          VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'LISTING, LISTED, ABORTED, FAILED',
  round          INT         NOT NULL COMMENT 'how often it was begun; only the last may write',
  lease_until_ms BIGINT      NOT NULL COMMENT 'when whoever lists counts as dead',
  outcome        VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'status code of the whole; NULL while LISTING',
  explanation    VARBINARY(1000) NOT NULL,
  PRIMARY KEY (request_id),
  CONSTRAINT ls_listing_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- What it found, deflated, cut into parts that fit a server's packets.
CREATE TABLE ls_result (
  request_id     BINARY(16)  NOT NULL,
  part           INT         NOT NULL,
  bytes          MEDIUMBLOB  NOT NULL,
  PRIMARY KEY (request_id, part),
  CONSTRAINT ls_result_listing FOREIGN KEY (request_id) REFERENCES ls_listing (request_id) ON DELETE CASCADE
) ENGINE = InnoDB;
