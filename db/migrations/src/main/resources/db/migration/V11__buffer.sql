-- Who empties the buffer of an area, and what came of it last.
-- docs/adr/0019-what-leaves-the-buffer.md tells why.

CREATE TABLE buffer_turn (
  area         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  holder       BINARY(16)   NULL COMMENT 'who releases files of the area now; counts until lease_ms',
  lease_ms     BIGINT       NOT NULL DEFAULT 0,
  PRIMARY KEY (area)
) ENGINE = InnoDB;
