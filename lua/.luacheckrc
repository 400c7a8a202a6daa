std = "lua54"
max_line_length = 140
-- mGBA's globals; `script` and `system` are there from 0.11 on.
read_globals = { "emu", "callbacks", "console", "socket", "_socket", "_host", "C", "script", "system" }
-- The one global of ours.
files["bridge.lua"] = { globals = { "bridge" } }
-- The stub takes mGBA's place.
files["spec"] = { globals = { "emu", "callbacks", "console", "socket", "_socket", "_host", "C", "system", "bridge" } }
exclude_files = { "types" }
