-- Requests are found by their owner, may belong to a role, and may be suspended. Pins may wait: for
-- a time to come, later for a tape. docs/adr/0014-what-waits-and-who-may-use-a-token.md tells why.

ALTER TABLE request
  ADD COLUMN owner_role VARBINARY(1000) NULL COMMENT 'primary FQAN with a role, whose holders may use the token too; NULL: the owner alone',
  ADD COLUMN suspended  BOOLEAN NOT NULL DEFAULT FALSE,
  ADD KEY request_owner (owner_dn, created_ms);

ALTER TABLE pin
  ADD COLUMN waits_for  VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL COMMENT 'while WAITING: for what',
  ADD COLUMN start_ms   BIGINT NULL COMMENT 'while WAITING: not before',
  ADD COLUMN lease_ms   BIGINT NOT NULL DEFAULT 0 COMMENT 'while WAITING: until then one backend is at it',
  ADD COLUMN life_s     INT    NOT NULL DEFAULT 0 COMMENT 'of the pin, as granted; counts from PINNED on',
  MODIFY COLUMN pin_until_ms BIGINT NOT NULL COMMENT 'while WAITING: end of the total request time; then of the pin',
  ADD KEY pin_waiting (state, waits_for, start_ms);
