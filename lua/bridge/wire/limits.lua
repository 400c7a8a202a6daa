-- The limits of the protocol: docs/protocol/wire.md and commands.md, and docs/security.md. The bridge has them in WireLimits.cs.
local limits = {
  header_bytes = 1024,
  arguments = 32,
  payload_bytes = 2097152,
  memory_range_bytes = 1048576,
  id_digits = 16,
  word_bytes = 32,
  number_digits = 16,
  length_digits = 7,
  connections = 16,
  frames_until_hello = 600,
  secret_bytes = 256,
  min_key_bytes = 16, -- of a secret in a key file
  key_file_bytes = 65536,
  seconds_until_hello = 2, -- by a clock of whole seconds, so at least one full second
  inbox_messages = 4096,
  inbox_bytes = 4194304,
  outbox_bytes = 4194304,
  presses = 256, -- together with sequences
  button_changes = 1024, -- queued changes of held buttons
  hold_frames = 3600,
  release_frames = 600,
  sequence_lines = 1024,
  sequence_frames = 36000,
  sequence_repeats = 1000,
  ended_sequences = 256,
  waits = 256,
  conditions = 16,
  until_bytes = 20480,
  achievement_bytes = 1024,
  achievement_conditions = 128,
  screen_waits = 16,
  wait_frames = 36000,
  step_frames = 36000,
  holds = 64, -- that wait for the game to stand still
  steps = 64, -- that wait
  acts = 64, -- that wait or run
  key_frames = 8, -- pictures that an act takes on its way
  observed_steps = 64, -- ends of steps in which an act reads
  disassembly_lines = 256,
  breakpoints = 64,
  breakpoint_bytes = 33554432,
  breakpoint_hits = 1000000,
  max_stop_milliseconds = 3600000,
  step_instructions = 1000000,
  picture_width = 256, -- of a resized picture, and the largest of any game
  picture_height = 224,
  min_lease_milliseconds = 100,
  max_lease_milliseconds = 600000,
  lease_bytes = 64,
  owner_bytes = 64,
  log_bytes = 65536,
  chain_depth = 8,
  chain_digits = 10,
  marks = 100, -- of a history
  notes = 1000, -- of an emulator
  note_bytes = 600,
  message_bytes = 600,
  message_frames = 3600,
  movie_frames = 100000000,
  movie_bytes = 33554432,
  movie_piece_bytes = 1048576,
  mark_bytes = 64,
  sound_sample = 1000000000000000, -- the highest number of a sample
  sensor_thousandths = 1000,
  cheats = 256,
  cheat_lines = 2048, -- of all cheats
  cheats_bytes = 65536,
  cheat_name_bytes = 192,
  cheat_writes = 65536, -- of all cheats in a frame
  clock_second = 253402300799, -- the last one of the year 9999
  batch_operations = 256,
  batch_read_bytes = 262144,
  batch_write_bytes = 16384,
  batch_cost = 8000, -- microseconds by the commands' own costs: half a frame
  watches = 4096,
  watch_bytes = 4096,
  watched_bytes = 262144, -- in total
  watched_pointers = 1024,
  watch_interval_frames = 3600,

  -- The rest is not part of the protocol. Max microseconds of a pass in a frame, of one between two frames, of one in a window, and of a
  -- connection's turn in a pass. Between two frames the next pass follows at once. In a window the clock is read only between passes.
  pass_cost = 8000,
  idle_cost = 2000,
  window_cost = 1000,
  turn_cost = 500,
  -- Bytes of one send; larger replies are sent in slices, so that continuing a partial send copies little.
  send_bytes = 262144,
  -- Max bytes that a pass reads from one connection, or sends to it.
  pass_bytes = 1048576,
  backlog = 512,
}

return limits
