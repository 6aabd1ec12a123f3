-- Which directory each area is, so that a backend that has another one at its root does not serve.
CREATE TABLE area_claim (
  area       VARBINARY(255)  NOT NULL COMMENT 'its name, as in stored_file',
  mark       BINARY(16)      NOT NULL COMMENT 'in the attribute user.bora.area of the root directory',
  inode      BIGINT          NOT NULL COMMENT 'of the root directory: a copy of it has another one',
  settings   BLOB            NOT NULL COMMENT 'JSON: keys of the configuration that all backends must agree on',
  claimed_by VARBINARY(255)  NOT NULL COMMENT 'the backend that entered mark and inode, for people',
  claimed_ms BIGINT          NOT NULL,
  PRIMARY KEY (area)
) ENGINE=InnoDB;

-- Who serves an area now, with the settings of its claim. A backend writes its rows again every 10 seconds.
CREATE TABLE area_holder (
  area    VARBINARY(255) NOT NULL,
  backend VARBINARY(255) NOT NULL COMMENT 'host and process, for people',
  seen_ms BIGINT         NOT NULL,
  PRIMARY KEY (area, backend)
) ENGINE=InnoDB;
