-- Transfers over HTTP and S3 that an administrator has ended: the door that moves the bytes hears of it from any backend.
CREATE TABLE transfer_end (
  id          BINARY(16)      NOT NULL COMMENT 'of the transfer, as its door names it',
  ordered_by  VARBINARY(2000) NOT NULL COMMENT 'subject of the administrator, or socket',
  until_ms    BIGINT          NOT NULL COMMENT 'by then its door has heard of it',
  PRIMARY KEY (id),
  KEY transfer_end_until (until_ms)
) ENGINE = InnoDB;
