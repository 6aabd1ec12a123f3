-- Renames that span disk and books, files that the audit missed, and mendings that a cluster can see.
-- docs/adr/0001-name-lock-and-one-commit.md tells about names.

CREATE TABLE name_move (
  id         BINARY(16)     NOT NULL COMMENT 'UUIDv7: ordered by time of creation',
  area       VARCHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  from_path  VARBINARY(3000) NOT NULL COMMENT 'below the root of the area',
  to_path    VARBINARY(3000) NOT NULL,
  from_key   BINARY(32)     NOT NULL COMMENT 'SHA-256 of area and path',
  to_key     BINARY(32)     NOT NULL,
  directory  BOOLEAN        NOT NULL COMMENT 'whether everything below moves too',
  file_id    BINARY(16)     NULL COMMENT 'the identifier that the file carries; NULL: a directory, or a file without one',
  owner_dn   VARBINARY(2000) NOT NULL COMMENT 'the caller',
  state      VARCHAR(16)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'RUNNING, LOOSE, DONE',
  lease_ms   BIGINT         NOT NULL COMMENT 'after that any backend may settle a RUNNING move',
  PRIMARY KEY (id),
  UNIQUE KEY name_move_from (from_key),
  UNIQUE KEY name_move_to (to_key),
  KEY name_move_area (area, state),
  KEY name_move_lease (state, lease_ms)
) ENGINE = InnoDB;

ALTER TABLE stored_file
  ADD COLUMN missed_ms BIGINT NULL COMMENT 'when the audit first missed the file on disk; NULL: not missed';

ALTER TABLE space_share
  ADD COLUMN mended BIGINT NOT NULL DEFAULT 0 COMMENT 'changes in every share of a space whose sums are corrected, so that a cluster certifies it against each writer';
