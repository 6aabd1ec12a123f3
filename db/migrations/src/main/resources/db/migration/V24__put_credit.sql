-- How much one caller and one organisation hold by open puts, and who reserved for which organisation.
-- The open puts themselves are the truth. put_credit says how much may be taken before they are
-- counted again, so that no put has to count, and none has to give back.

ALTER TABLE put_file
  ADD COLUMN caller_key BINARY(16) NULL COMMENT 'hash of the subject of the caller; NULL: a release that did not count',
  ADD COLUMN vo_key     BINARY(16) NULL COMMENT 'hash of the organisation of the caller, if any',
  ADD KEY put_file_caller (caller_key, state, area, space_id, promised),
  ADD KEY put_file_vo (vo_key, state, area, space_id, promised);

CREATE TABLE put_credit (
  area    VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  holder  BINARY(16)  NOT NULL COMMENT 'caller_key or vo_key',
  share   TINYINT     NOT NULL COMMENT 'several rows per holder, so that none is hot',
  terms   BIGINT      NOT NULL COMMENT 'hash of the limits it was counted by; others count again',
  files   BIGINT      NOT NULL COMMENT 'puts that may be opened before all are counted again',
  bytes   BIGINT      NOT NULL COMMENT 'bytes that they may announce of the space of the area',
  PRIMARY KEY (area, holder, share)
) ENGINE = InnoDB;

ALTER TABLE space
  ADD COLUMN vo VARBINARY(255) NULL COMMENT 'organisation of the caller who reserved it; NULL: none, or not known';
