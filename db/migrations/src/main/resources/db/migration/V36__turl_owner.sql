-- The account that the hidden file of a put belongs to, from its first transfer on: one that is lost is made anew for it.
ALTER TABLE turl_use
  ADD COLUMN owner_uid BIGINT NULL COMMENT 'of a put',
  ADD COLUMN owner_gid BIGINT NULL COMMENT 'likewise';
