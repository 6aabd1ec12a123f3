-- Which backends are there, and which sessions of the server are theirs: another backend ends the sessions of one that vanished.
-- docs/adr/0043-a-backend-that-vanishes.md tells why.

CREATE TABLE backend_presence (
  backend  BINARY(16)     NOT NULL COMMENT 'one stay of a backend: from its start, or its return, until it leaves or is given up',
  name     VARBINARY(300) NOT NULL COMMENT 'for the logs of other backends',
  beats    BIGINT         NOT NULL COMMENT 'grows while it is there: others look whether it does, and at no clock',
  PRIMARY KEY (backend)
) ENGINE = InnoDB;

CREATE TABLE backend_session (
  session_id  BIGINT UNSIGNED NOT NULL COMMENT 'CONNECTION_ID() of a connection for transactions',
  client      VARBINARY(300)  NOT NULL COMMENT 'where it comes from, as the server sees it: numbers are given again by other nodes, and after a restart',
  backend     BINARY(16)      NOT NULL COMMENT 'without a row in backend_presence: to be ended',
  PRIMARY KEY (session_id, client),
  KEY backend_session_of (backend)
) ENGINE = InnoDB;
