-- Who changed a request, when, and why: what its columns and those of its files do not say.
-- docs/adr/0073-who-changed-a-request.md tells why. A row goes with its request.
CREATE TABLE request_event (
  request_id BINARY(16)      NOT NULL,
  slot_ms    BIGINT          NOT NULL COMMENT 'the ten minutes in which they lie: changes of one kind by one caller in them are one row',
  kind       VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'ABORTED, RELEASED, EXTENDED, SUSPENDED, RESUMED',
  ordered    BOOLEAN         NOT NULL COMMENT 'by an administrator',
  by_name    VARBINARY(2000) NOT NULL COMMENT 'subject of the caller; of an order the administrator, or socket',
  reason     VARBINARY(1000) NOT NULL COMMENT 'as the administrator gave it; may be empty',
  first_ms   BIGINT          NOT NULL,
  last_ms    BIGINT          NOT NULL,
  files      INT             NOT NULL COMMENT 'how often a file was changed; 0 for what is done to the request as a whole',
  PRIMARY KEY (request_id, slot_ms, kind, ordered, by_name),
  CONSTRAINT request_event_request FOREIGN KEY (request_id) REFERENCES request (id) ON DELETE CASCADE
) ENGINE = InnoDB;
