-- What access control lists hold only as long as a TURL is valid (areas with acl: just-in-time). A row is
-- there before the entry it speaks of, and longer: whoever finds a row whose pin or put has ended
-- takes the entry away. docs/adr/0012-access-by-the-mapped-account.md tells why.

CREATE TABLE grant_entry (
  entry_key     BINARY(32)  NOT NULL COMMENT 'SHA-256 of area and path of the file or directory whose list it is',
  uid           INT         NOT NULL COMMENT 'the account, its 32 bits',
  request_id    BINARY(16)  NOT NULL COMMENT 'the row lives as long as a pin or put of this request',
  name_key      BINARY(32)  NOT NULL COMMENT 'on this name',
  area          VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  path          VARBINARY(3000) NOT NULL COMMENT 'below the root of the area, without links',
  digit         TINYINT     NOT NULL COMMENT 'what the entry adds: read 4, search 1',
  before_digit  TINYINT     NULL COMMENT 'what the account''s entry had before all of these; NULL: it had none',
  turn          BIGINT      NOT NULL DEFAULT 0 COMMENT 'written by whoever changes the list: two never commit at once',
  PRIMARY KEY (entry_key, uid, request_id, name_key),
  KEY grant_entry_request (request_id, name_key),
  KEY grant_entry_name (name_key),
  KEY grant_entry_place (area, path(255))
) ENGINE = InnoDB;
