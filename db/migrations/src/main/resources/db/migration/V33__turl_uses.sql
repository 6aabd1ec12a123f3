-- What has passed by transfer URLs of HTTPS. A file of a request that nobody has used so has no row; a row goes with its
-- request.
CREATE TABLE turl_use (
  request_id  BINARY(16)      NOT NULL,
  position    INT             NOT NULL COMMENT 'of the file in the request',
  client      VARBINARY(64)   NOT NULL COMMENT 'address of the first transfer; others are refused',
  attempt     BINARY(16)      NULL     COMMENT 'the upload that counts, of a put',
  lease_ms    BIGINT          NOT NULL COMMENT 'until when it keeps others out, unless renewed',
  bytes       BIGINT          NOT NULL COMMENT 'of a get: sent, or promised to a transfer in progress',
  done        BOOLEAN         NOT NULL COMMENT 'the one transfer has been made',
  PRIMARY KEY (request_id, position),
  CONSTRAINT turl_use_of FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;
