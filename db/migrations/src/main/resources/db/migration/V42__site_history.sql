-- How the site was over the last day and the last month, for the charts of the administrators' page. docs/adr/0035-figures.md tells why.

CREATE TABLE site_history (
  span      VARBINARY(8) NOT NULL COMMENT 'DAY: stretches of five minutes; MONTH: stretches of two hours',
  start_ms  BIGINT       NOT NULL COMMENT 'when the stretch began',
  moment    BLOB         NOT NULL COMMENT 'JSON, by the backend that came first; of another version perhaps',
  PRIMARY KEY (span, start_ms)
) ENGINE = InnoDB;
