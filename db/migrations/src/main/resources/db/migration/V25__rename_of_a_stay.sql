-- Which backend renames: where its stay was given up (backend_presence), its names need not wait for
-- the end of the lease.

ALTER TABLE name_move
  ADD COLUMN backend BINARY(16) NULL
    COMMENT 'stay of the backend that renames; NULL: a release that did not say, the lease alone counts';
