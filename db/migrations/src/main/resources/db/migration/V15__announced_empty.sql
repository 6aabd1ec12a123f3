-- Which puts announced a size of 0 bytes: an upload that was never written replaces an old file
-- only then. A backend that does not know the column announces nothing.

ALTER TABLE put_file
  ADD COLUMN announced_empty BOOLEAN NOT NULL DEFAULT FALSE
    COMMENT 'expectedFileSize was given, as 0';
