-- The numbers of docs/protocol.md, once.
local limits = {
  header_bytes = 1024,
  arguments = 32,
  payload_bytes = 2097152,
  transfer_bytes = 1048576,
  id_digits = 16,
  word_bytes = 32,
  number_digits = 16,
  length_digits = 7,
  connections = 16,
  frames_until_hello = 600,
  inbox_messages = 4096,
  inbox_bytes = 4194304,
  outbox_bytes = 4194304,
  presses = 256,
  hold_frames = 3600,
  release_frames = 600,

  -- Ours, not the contract's: what one pass may cost a connection, so that a flood of large reads holds no frame for ever.
  pass_bytes = 1048576,
  -- One send; a larger reply goes out in slices, so that continuing a partial send copies little.
  send_bytes = 262144,
  backlog = 512,
}

return limits
