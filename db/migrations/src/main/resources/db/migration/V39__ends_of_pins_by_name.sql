-- Whether files are pinned is asked for all files of a buffer, again and again, and in a campaign a file has dozens of pins. With the
-- end of a pin in the index each name costs a look at its last pin; without it a look at the row of each.
ALTER TABLE pin
  ADD KEY pin_name_until (name_key, state, pin_until_ms),
  DROP KEY pin_name;
