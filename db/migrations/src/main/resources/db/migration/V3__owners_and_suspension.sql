-- Requests are found by their owner, may belong to a role, and may be suspended.

ALTER TABLE request
  ADD COLUMN owner_role VARBINARY(2000) NULL COMMENT 'VO role whose holders may use the token too; NULL: the owner alone',
  ADD COLUMN suspended  BOOLEAN NOT NULL DEFAULT FALSE,
  ADD KEY request_owner (owner_dn(191), created_ms);
