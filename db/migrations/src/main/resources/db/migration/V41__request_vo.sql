-- The VO of who made a request, so that an administrator finds the requests of a VO. Older requests, and those that a backend of an
-- earlier release makes during a rolling upgrade, have none. Nothing fills it in later: they are gone after the retention.
ALTER TABLE request
  ADD COLUMN owner_vo VARBINARY(255) NULL COMMENT 'of the primary attribute of who made it; NULL: none, or not known';

-- The requests of a VO in the order of their tokens, which is that of their making. Apart: a column by itself costs no copy of the table.
ALTER TABLE request
  ADD KEY request_vo (owner_vo, id);
