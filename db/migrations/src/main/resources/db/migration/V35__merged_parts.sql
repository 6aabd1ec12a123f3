-- Files whose bytes a door copies into one: the parts of a multipart upload. While the put of that file is open, and once
-- it is stored, they count in no quota; once it is stored they are removed. docs/adr/0066-quotas.md tells why.
CREATE TABLE merged_part (
  part_id    BINARY(16)     NOT NULL COMMENT 'in stored_file, until it is removed',
  put_id     BINARY(16)     NOT NULL COMMENT 'upload_id in put_file of the file that it becomes a part of',
  leftover   BOOLEAN        NOT NULL COMMENT 'goes with the parts and is none: it counts until then',
  area       VARCHAR(64)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  directory  VARBINARY(3000) NOT NULL COMMENT 'goes when it is empty',
  PRIMARY KEY (part_id)
) ENGINE = InnoDB;
