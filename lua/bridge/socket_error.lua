-- What the error of a socket means.
local IS_WINDOWS = package.config:sub(1, 1) == "\\"

local socket_error = { IS_WINDOWS = IS_WINDOWS }

--- Whether it is to be tried again later. Windows builds before 0.10.2 know no "try again".
---@param problem integer
---@return boolean
function socket_error.is_temporary(problem)
  return problem == C.SOCKERR.AGAIN or IS_WINDOWS
end

return socket_error
