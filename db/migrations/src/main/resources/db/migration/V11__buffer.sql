-- Who empties the buffer of an area, and which pins keep files in it.
-- docs/adr/0019-what-leaves-the-buffer.md tells why.

CREATE TABLE buffer_turn (
  area         VARCHAR(64)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  holder       BINARY(16)   NULL COMMENT 'who releases files of the area now; counts until lease_ms',
  lease_ms     BIGINT       NOT NULL DEFAULT 0,
  PRIMARY KEY (area)
) ENGINE = InnoDB;

ALTER TABLE pin
  ADD COLUMN buffer VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'the area whose buffer the pin keeps a file in; NULL: files stay there anyway';

ALTER TABLE put_file
  ADD COLUMN copy_pin_s INT NOT NULL DEFAULT 0 COMMENT 'how long the copy on disk stays pinned from srmPutDone on; 0: it is not';
