-- Overwriting only what is different, and listings that outlive their call.

ALTER TABLE put_file
  ADD COLUMN if_different BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'overwrite WHEN_FILES_ARE_DIFFERENT; replace_old holds too';
