-- When a put ended, for the time line of its request. Puts that ended before this migration do not tell it.
ALTER TABLE put_file
  ADD COLUMN ended_ms BIGINT NULL COMMENT 'when it was stored, refused after its TURL was given, aborted, or found to be over';
