-- The secrets that the keys of macaroons and of transfer URLs of HTTPS are derived from, a key for each day. The newest
-- one counts alone: a new one revokes everything that was issued before.
CREATE TABLE bearer_secret (
  generation  BIGINT      NOT NULL COMMENT 'from 1 on',
  secret      BINARY(32)  NOT NULL COMMENT 'key of HMAC-SHA-256',
  entered_ms  BIGINT      NOT NULL,
  PRIMARY KEY (generation)
) ENGINE = InnoDB;
