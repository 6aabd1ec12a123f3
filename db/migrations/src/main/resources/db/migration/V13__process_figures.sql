-- What each process of the site told of itself last, so that any backend can tell it of all.
-- docs/adr/0035-figures.md tells why.

CREATE TABLE process_figures (
  process   VARBINARY(200) NOT NULL COMMENT 'what it is, and its name',
  seen_ms   BIGINT         NOT NULL COMMENT 'when it was heard of last: who falls silent is left out, and removed by whoever writes next',
  figures   MEDIUMBLOB     NOT NULL COMMENT 'JSON; of another version perhaps',
  PRIMARY KEY (process),
  KEY process_figures_seen (seen_ms)
) ENGINE = InnoDB;
