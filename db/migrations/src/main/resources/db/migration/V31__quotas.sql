-- How much of an area users and organisations have. The files themselves are counted: put_credit
-- says how much may be taken before they are counted again. docs/adr/0066-quotas.md tells why.

ALTER TABLE stored_file
  ADD COLUMN vo_key BINARY(16) NULL COMMENT 'hash of the organisation that wrote it; NULL: none, or not known',
  ADD KEY stored_file_owner (area, owner, size),
  ADD KEY stored_file_vo (vo_key, area, size);
