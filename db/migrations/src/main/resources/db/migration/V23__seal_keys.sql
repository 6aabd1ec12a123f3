-- With which secrets the site seals what it writes on files. The first one seals, all are believed. Every backend keeps
-- a copy in its file seal.keys, from which a lost database gets them again.
CREATE TABLE seal_key (
  number      INT           NOT NULL COMMENT 'from 1 on',
  secret      BINARY(32)    NOT NULL COMMENT 'key of HMAC-SHA-256',
  entered_ms  BIGINT        NOT NULL,
  PRIMARY KEY (number)
) ENGINE=InnoDB;
