-- Keys with which S3 clients sign requests. Their secrets are encrypted with a key that lies in the
-- file vault.keys of each backend and never here: docs/adr/0065-access-keys.md tells why.

CREATE TABLE access_key (
  id          VARCHAR(32)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  owner_dn    VARBINARY(2000) NOT NULL COMMENT 'subject of a certificate or token',
  slot        INT             NOT NULL COMMENT 'from 1 on; bounds how many keys an owner has',
  issuer      VARBINARY(2000) NOT NULL COMMENT 'certificate authority, or issuer of tokens',
  fqans       VARBINARY(8000) NOT NULL COMMENT 'one a line, the primary one first',
  scopes      VARBINARY(8000) NULL COMMENT 'of the token that the key was made with, one a line; NULL: none',
  label       VARBINARY(200)  NOT NULL COMMENT 'what the owner calls it',
  made_by     VARBINARY(2000) NOT NULL COMMENT 'the owner or an administrator',
  asked_as    BINARY(32)      NULL COMMENT 'SHA-256 of the name that the client gave its request to make the key',
  sealed      VARBINARY(200)  NOT NULL COMMENT 'nonce and encrypted secret, AES-256-GCM',
  vault_key   VARCHAR(16)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'fingerprint of the key it is sealed with',
  enabled     BOOLEAN         NOT NULL,
  created_ms  BIGINT          NOT NULL,
  ends_ms     BIGINT          NOT NULL,
  used_ms     BIGINT          NULL COMMENT 'last use, to about an hour; NULL: never',
  PRIMARY KEY (id),
  UNIQUE KEY access_key_slot (owner_dn, slot),
  UNIQUE KEY access_key_request (asked_as),
  KEY access_key_ends (ends_ms)
) ENGINE = InnoDB;

-- Which key of the vault seals: a backend without it says so and makes no other.
CREATE TABLE vault_key (
  number       INT         NOT NULL COMMENT 'the largest seals',
  fingerprint  VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'start of the SHA-256 of the key',
  entered_ms   BIGINT      NOT NULL,
  PRIMARY KEY (number)
) ENGINE = InnoDB;
