-- What has passed by transfer URLs of HTTPS, from the first transfer on. Rows go with their request.
CREATE TABLE turl_use (
  request_id  BINARY(16)      NOT NULL,
  position    INT             NOT NULL COMMENT 'of the file in the request',
  client      VARBINARY(64)   NOT NULL COMMENT 'address of the first transfer; others are refused',
  attempt     BINARY(16)      NULL     COMMENT 'the upload that counts, of a put',
  lease_ms    BIGINT          NOT NULL COMMENT 'until when it keeps others out, unless renewed',
  bytes       BIGINT          NOT NULL COMMENT 'of a get: sent, or promised to a transfer in progress; of a put: written',
  done        BOOLEAN         NOT NULL COMMENT 'the whole file has passed',
  PRIMARY KEY (request_id, position),
  CONSTRAINT turl_use_of FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;

-- Transfers of gets that go on, or whose door died. The bytes of each are counted in turl_use.
CREATE TABLE turl_promise (
  request_id  BINARY(16)      NOT NULL,
  position    INT             NOT NULL,
  attempt     BINARY(16)      NOT NULL COMMENT 'the transfer',
  bytes       BIGINT          NOT NULL,
  PRIMARY KEY (request_id, position, attempt),
  CONSTRAINT turl_promise_of FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;
