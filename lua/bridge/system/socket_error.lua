-- Interprets the errors of sockets.
local operating_system = require("bridge.system.operating_system")

local socket_error = {}

--- Returns whether the call may succeed later. mGBA for Windows knows few errors, and before 0.10.2 not even AGAIN.
---@param problem integer
---@return boolean
function socket_error.is_temporary(problem)
  return problem == C.SOCKERR.AGAIN or operating_system.is_windows
end

--- Returns whether the error doesn't say if the call may succeed later.
---@param problem integer
---@return boolean
function socket_error.is_unclear(problem)
  return problem ~= C.SOCKERR.AGAIN and operating_system.is_windows
end

return socket_error
