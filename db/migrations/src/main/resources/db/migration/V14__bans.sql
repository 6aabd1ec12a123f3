-- Who is not served by order of an administrator, beside those whom a configuration names.
-- docs/adr/0034-orders-while-bora-runs.md tells why.

CREATE TABLE ban (
  id         BINARY(16)  NOT NULL COMMENT 'UUIDv7: ordered by time',
  kind       VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'DN, VO, AUTHORITY',
  pattern    VARBINARY(2000) NOT NULL COMMENT 'a name in which * stands for any text',
  reason     VARBINARY(1000) NOT NULL COMMENT 'for administrators',
  added_by   VARBINARY(2000) NOT NULL COMMENT 'subject of the administrator, or socket',
  added_ms   BIGINT      NOT NULL,
  until_ms   BIGINT      NOT NULL COMMENT 'the largest BIGINT: until it is lifted',
  PRIMARY KEY (id),
  KEY ban_until (until_ms)
) ENGINE = InnoDB;
