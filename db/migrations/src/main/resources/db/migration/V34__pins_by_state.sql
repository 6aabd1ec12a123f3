-- What one caller's pins keep in a buffer is added up at each request for files on tape. Without the
-- state in the index that reads all files of all requests that wait, of which there may be a million.
ALTER TABLE pin
  ADD KEY pin_request_state (request_id, state);
