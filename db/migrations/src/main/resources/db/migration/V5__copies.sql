-- Files that srmCopy moves. The credential that moves them is in the memory of one backend alone, so
-- a file stays with the backend that took the call: its lease says that this backend still lives.
-- docs/adr/0011-copying-with-a-borrowed-credential.md tells why.

CREATE TABLE copy_file (
  request_id    BINARY(16)  NOT NULL,
  position      INT         NOT NULL COMMENT 'in the order of the request, from 0',
  source        BLOB        NOT NULL COMMENT 'as the client sent it',
  target        BLOB        NOT NULL COMMENT 'as the client sent it',
  state         VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'QUEUED, RUNNING, DONE, ABORTED, FAILED',
  failure       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'status code while state is FAILED',
  explanation   VARBINARY(1000) NOT NULL,
  size          BIGINT      NULL COMMENT 'bytes of the source, once they are known',
  arrived       BIGINT      NOT NULL COMMENT 'bytes at the target, as of a few seconds ago',
  put_token     BINARY(16)  NULL COMMENT 'the put that writes the file, where the target is here',
  backend       BINARY(16)  NOT NULL COMMENT 'who has the credential',
  began_ms      BIGINT      NULL,
  lease_ms      BIGINT      NOT NULL COMMENT 'when it is over the backend is taken for dead',
  PRIMARY KEY (request_id, position),
  KEY copy_file_backend (backend, state),
  KEY copy_file_lease (state, lease_ms),
  CONSTRAINT copy_file_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;
