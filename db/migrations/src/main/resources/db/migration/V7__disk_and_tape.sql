-- The two facts of a file, as the database remembers them; the file itself carries them too.

ALTER TABLE stored_file
  ADD COLUMN on_disk BOOLEAN NOT NULL DEFAULT TRUE COMMENT 'its bytes are counted in the space: on disk, or on their way there',
  ADD COLUMN on_tape BOOLEAN NOT NULL DEFAULT FALSE COMMENT 'a verified copy is on tape',
  ADD COLUMN used_ms BIGINT  NOT NULL DEFAULT 0 COMMENT 'when it was last pinned, stored or recalled; kept where files may leave the disk',
  ADD KEY stored_file_buffer (area, on_disk, on_tape, used_ms);
